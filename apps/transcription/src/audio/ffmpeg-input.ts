import type { AudioFormat } from '@debrief/audio-store/audio-format';

export interface Source {
  file: string;
  format: AudioFormat;
}

/** Decoders of what people record calls as; a file names any of some hundred others, few of them as well tried. */
const DECODERS = [
  ...[
    'mp3float',
    'mp3',
    'mp2float',
    'mp2',
    'aac',
    'aac_fixed',
    'alac',
    'flac',
    'vorbis',
    'libvorbis',
    'opus',
    'libopus',
  ],
  ...[
    'speex',
    'libspeex',
    'gsm',
    'gsm_ms',
    'libgsm',
    'libgsm_ms',
    'amrnb',
    'amrwb',
    'libopencore_amrnb',
    'libopencore_amrwb',
  ],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'g722', 'g723_1', 'g726', 'g729', 'truespeech'],
  ...[
    'pcm_mulaw',
    'pcm_alaw',
    'pcm_u8',
    'pcm_s8',
    'pcm_s16le',
    'pcm_s16be',
    'pcm_s24le',
    'pcm_s24be',
    'pcm_s32le',
  ],
  ...['pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be'],
].join(',');

/** Only this file, only by the demuxer its bytes named, and nothing a playlist inside it could point at. */
export function input({ file, format }: Source): string[] {
  return [
    '-codec_whitelist',
    DECODERS,
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    format === 'mov' ? 'mov,mp4,m4a,3gp,3g2,mj2' : format,
    '-f',
    format,
    '-i',
    `file:${file}`,
  ];
}
