// Work in progress: parts are asked for again when the server says that they have moved. Only while somebody looks: a
// browser has few connections to a host.
{
  const RETRY_MS = 5_000;

  const follow = (element: HTMLElement, url: string) => {
    let source: EventSource | null = null;
    let isOver = false;
    const moved = () => element.querySelector('[hx-trigger=moved]')?.dispatchEvent(new Event('moved'));
    const close = () => {
      source?.close();
      source = null;
    };
    const open = () => {
      if (isOver || source !== null || document.hidden) return;
      source = new EventSource(url);
      source.addEventListener('changed', moved);
      source.addEventListener('over', () => {
        isOver = true;
        close();
      });
      source.addEventListener('error', () => {
        // A connection that was lost the browser opens again by itself, but not one that was refused.
        if (source?.readyState !== EventSource.CLOSED) return;
        close();
        moved();
        setTimeout(open, RETRY_MS);
      });
    };
    document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
    open();
  };

  for (const element of document.querySelectorAll<HTMLElement>('[data-progress]'))
    follow(element, element.dataset.progress ?? '');
}
