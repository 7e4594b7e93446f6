// What pages do beyond reading, by attributes: all of it can be done without, or is of use only with script.
{
  /** Within this time a form is sent once. */
  const SENT_MS = 3_000;
  interface Requested {
    failed: boolean;
    target: HTMLElement;
    xhr: XMLHttpRequest;
  }
  const remember = (name: string, value: string) => {
    const secure = location.protocol === 'https:' ? '; secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is there behind TLS only.
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax${secure}`;
  };
  const known = new Map(document.cookie.split('; ').map((pair) => pair.split('=') as [string, string]));

  // Times are written in the reader's zone by the server, which learns it here; those of the first page are rewritten.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone && decodeURIComponent(known.get('zone') ?? '') !== timeZone) {
    remember('zone', timeZone);
    const format = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    for (const element of document.querySelectorAll('time')) {
      // A day alone stays one.
      if (/:/.test(element.textContent ?? ''))
        element.textContent = format.format(new Date(element.dateTime));
    }
  }

  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-submit-now]'))
    form.requestSubmit();

  // What saves while somebody types says when it could not.
  document.addEventListener('htmx:afterRequest', (event) => {
    const { failed, target, xhr } = (event as CustomEvent<Requested>).detail;
    const said = [401, 403].includes(xhr.status) ? target.dataset.signedOut : target.dataset.failed;
    if (failed && said !== undefined) target.textContent = said;
  });

  // A second press of the button would make a second key.
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== 'post' || event.defaultPrevented) return;
    if (Date.now() - Number(form.dataset.sentAt ?? 0) < SENT_MS) event.preventDefault();
    else form.dataset.sentAt = String(Date.now());
  });
  // Whoever goes back may send it again.
  window.addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent-at]'))
      delete form.dataset.sentAt;
  });

  document.addEventListener('click', async (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    if (button.dataset.menu !== undefined) {
      const isOpen = button.getAttribute('aria-expanded') !== 'true';
      button.setAttribute('aria-expanded', String(isOpen));
    }
    if (button.dataset.themeSwitch !== undefined) {
      const root = document.documentElement;
      const shown =
        root.dataset.bsTheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
      root.dataset.bsTheme = shown === 'dark' ? 'light' : 'dark';
      remember('theme', root.dataset.bsTheme);
    }
    const { copy, copyText } = button.dataset;
    if (copy !== undefined || copyText !== undefined) {
      const field = copy === undefined ? null : (document.getElementById(copy) as HTMLInputElement);
      field?.select();
      // Only a page behind TLS or on this machine may write to the clipboard by itself.
      const isCopied = await navigator.clipboard?.writeText(field?.value ?? copyText ?? '').then(
        () => true,
        () => false,
      );
      const said =
        button.parentElement?.querySelector('[data-copied]') ?? document.querySelector('[data-copied]');
      const byHand = field === null ? 'Select the text to copy it.' : 'Press Ctrl+C to copy.';
      if (said !== null) said.textContent = isCopied ? 'Copied.' : byHand;
    }
  });
}
