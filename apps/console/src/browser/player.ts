// The sound of a call: a waveform, quotes and lines that play, a transcript that follows. The player itself is the browser's.
{
  interface WaveOptions {
    container: Element;
    media: HTMLMediaElement;
    peaks: number[][];
    duration: number;
    cspNonce: string;
    height: number;
    waveColor: string;
    progressColor: string;
    cursorColor: string;
    normalize: boolean;
  }
  interface WaveSurferScript {
    WaveSurfer: { create(options: WaveOptions): unknown };
  }
  const nonce = (document.currentScript as HTMLScriptElement).nonce;
  const { WaveSurfer } = window as unknown as WaveSurferScript;

  /** Of signed bytes, the lowest and the highest of each stretch; the louder channel counts. */
  const readPeaks = (channels: string): number[] => {
    const bytes = channels.split(' ').map((one) => Int8Array.from(atob(one), (char) => char.charCodeAt(0)));
    const stretches = Math.max(...bytes.map(({ length }) => length / 2));
    return Array.from({ length: stretches }, (_, index) => {
      const values = bytes.flatMap((channel) => [channel[2 * index] ?? 0, channel[2 * index + 1] ?? 0]);
      return Math.max(...values.map(Math.abs)) / 128;
    });
  };

  const soundOf = () => document.querySelector<HTMLAudioElement>('#player');

  const playFrom = (seconds: number) => {
    const sound = soundOf();
    if (sound === null) return;
    sound.currentTime = seconds;
    // Refused only where a browser allows no sound at all, which its player shows.
    sound.play().catch(() => {});
  };

  /** The transcript scrolls by itself only where it has a scroll bar of its own. */
  const bringIntoSight = (line: HTMLElement) => {
    const list = line.parentElement;
    if (list === null || list.scrollHeight <= list.clientHeight) return;
    const top = line.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    list.scrollTo({ top: top - list.clientHeight / 3 });
  };

  const follow = (sound: HTMLAudioElement) => {
    const lines = [...document.querySelectorAll<HTMLElement>('.segment')];
    const playhead = document.querySelector('#playhead');
    const total = Number(document.querySelector<SVGElement>('#talk-bar')?.dataset.seconds);
    let heard: HTMLElement | undefined;
    sound.addEventListener('timeupdate', () => {
      const now = sound.currentTime;
      for (const end of ['x1', 'x2']) playhead?.setAttribute(end, `${(100 * now) / total}%`);
      const line = lines.findLast(({ dataset }) => Number(dataset.start) <= now + 0.05);
      if (line === heard) return;
      heard?.removeAttribute('aria-current');
      line?.setAttribute('aria-current', 'true');
      if (line !== undefined) bringIntoSight(line);
      heard = line;
    });
  };

  /** A link led to a line: the sound begins there, and plays where the link said so. */
  const standAt = (sound: HTMLAudioElement) => {
    const start = document.getElementById(location.hash.slice(1))?.dataset.start;
    if (start === undefined) return;
    if (new URLSearchParams(location.search).has('hear')) playFrom(Number(start));
    else sound.currentTime = Number(start);
  };

  /** Also for a call whose coaching has appeared on the open page. */
  const start = () => {
    const sound = soundOf();
    if (sound === null || sound.dataset.started !== undefined) return;
    sound.dataset.started = '';
    follow(sound);
    standAt(sound);
    const container = document.querySelector<HTMLElement>('#waveform');
    if (container === null) return;
    const { color, outlineColor } = getComputedStyle(container);
    WaveSurfer.create({
      container,
      media: sound,
      peaks: [readPeaks(container.dataset.peaks ?? '')],
      duration: Number(container.dataset.seconds),
      cspNonce: nonce,
      height: 56,
      waveColor: color,
      progressColor: outlineColor,
      cursorColor: outlineColor,
      normalize: true,
    });
  };
  start();
  document.addEventListener('htmx:load', start);

  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || soundOf() === null) return;
    const bar = event.target.closest<SVGElement>('#talk-bar');
    if (bar !== null) {
      const { left, width } = bar.getBoundingClientRect();
      playFrom(((event.clientX - left) / width) * Number(bar.dataset.seconds));
      return;
    }
    // A line of the transcript: beside its link, anywhere in it, unless words are being selected.
    const link = event.target.closest<HTMLElement>('[data-play]');
    const line = event.target.closest<HTMLElement>('.segment');
    if (link !== null) playFrom(Number(link.dataset.play));
    else if (line !== null && getSelection()?.isCollapsed) playFrom(Number(line.dataset.start));
  });
}
