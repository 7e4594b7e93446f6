// The file of a call: dropped into its zone or chosen, one recording, with the length that the form asks for. Without
// script the field takes a file all the same, and the server says what is wrong with it.
{
  const zone = document.querySelector<HTMLElement>('[data-drop-zone]');
  const field = zone?.querySelector<HTMLInputElement>('input[type=file]');
  const said = zone?.querySelector<HTMLElement>('[data-said]');
  const length = document.querySelector<HTMLInputElement>('#length');

  const measure = (file: File) => {
    const sound = new Audio();
    sound.preload = 'metadata';
    sound.addEventListener('loadedmetadata', () => {
      const seconds = Math.max(1, Math.round(sound.duration));
      if (Number.isFinite(seconds) && length !== null)
        length.value = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      URL.revokeObjectURL(sound.src);
    });
    sound.src = URL.createObjectURL(file);
  };

  /** By its name, as the field's own dialog looks for them; the server looks into it. */
  const isAudio = ({ name }: File, { accept }: HTMLInputElement) =>
    accept.split(',').some((ending) => name.toLowerCase().endsWith(ending));

  /** A sentence on why these cannot be the recording of a call, or nothing. */
  const faultOf = (files: readonly File[], input: HTMLInputElement) => {
    const [file] = files;
    if (file === undefined) return 'That is not a file. Drop the file of the recording.';
    if (files.length > 1)
      return `Those are ${files.length} files. Each call is uploaded by itself: drop one of them.`;
    if (!isAudio(file, input))
      return `“${file.name}” is not audio that Debrief reads. Take MP3, WAV, M4A, OGG, FLAC, AAC or AMR.`;
    if (file.size === 0) return `“${file.name}” is empty. Take another file.`;
    return '';
  };

  const start = (box: HTMLElement, input: HTMLInputElement, words: HTMLElement) => {
    /** What was wrong is no longer chosen: the form would send it. */
    const look = (files: readonly File[]) => {
      const fault = faultOf(files, input);
      words.textContent = fault;
      input.classList.toggle('is-invalid', fault !== '');
      if (fault !== '') input.value = '';
      else if (files[0] !== undefined) measure(files[0]);
      return fault === '';
    };
    input.addEventListener('change', () => {
      // A dialog that was closed without a choice is no fault.
      if (input.files?.length) look([...input.files]);
    });

    const isInside = ({ target }: Event) => target instanceof Node && box.contains(target);
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const leave = () => {
      delete box.dataset.drag;
    };
    // In the whole page: beside the zone the browser would leave the form and open the file.
    document.addEventListener('dragover', (event) => {
      if (event.dataTransfer === null || !isOfFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isInside(event) ? 'copy' : 'none';
      box.dataset.drag = isInside(event) ? 'inside' : 'near';
    });
    document.addEventListener('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) leave();
    });
    document.addEventListener('drop', (event) => {
      leave();
      if (event.dataTransfer === null || !isOfFiles(event)) return;
      event.preventDefault();
      const { files } = event.dataTransfer;
      if (!isInside(event) || !look([...files])) return;
      input.files = files;
      input.focus();
    });
  };
  if (zone && field && said) start(zone, field, said);
}
