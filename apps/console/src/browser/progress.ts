// Work in progress: parts are asked for again when the server says that they have moved. Only while somebody looks: a
// browser has few connections to a host.
{
  const RETRY_MS = 5_000;

  const follow = (element: HTMLElement, url: string) => {
    let source: EventSource | null = null;
    let isOver = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const moved = () => element.dispatchEvent(new Event('moved'));
    const close = () => {
      source?.close();
      source = null;
    };
    // The new stream says at once what the page has missed.
    const openLater = () => {
      close();
      clearTimeout(retry);
      retry = setTimeout(open, RETRY_MS);
    };
    const open = () => {
      if (isOver || source !== null || document.hidden) return;
      // What is shown now, not what was when the page came.
      const shown = element.querySelector<HTMLElement>('[data-moving]')?.dataset.moving ?? '';
      source = new EventSource(`${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ shown })}`);
      source.addEventListener('changed', moved);
      source.addEventListener('over', openLater);
      source.addEventListener('error', () => {
        // A connection that was lost the browser opens again by itself, but not one that was refused.
        if (source?.readyState !== EventSource.CLOSED) return;
        openLater();
        moved();
      });
    };
    // Over is what the part says that came, not the stream: the part may fail to come.
    element.addEventListener('htmx:afterRequest', (event) => {
      if (event.target !== element) return;
      const { status } = (event as CustomEvent<{ xhr: XMLHttpRequest }>).detail.xhr;
      const isGone = status >= 400 && status < 500 && status !== 429;
      if (isGone || element.querySelector('[data-moving]') === null) {
        isOver = true;
        close();
      } else if (status < 200 || status >= 400) openLater();
    });
    document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
    open();
  };

  for (const element of document.querySelectorAll<HTMLElement>('[data-progress]'))
    follow(element, element.dataset.progress ?? '');
}
