import './more-threads.ts';
import './small-heap.ts';
import { run } from '@debrief/service-kit/run';
import { build } from './app.ts';
import { settings } from './config.ts';

await run({ name: 'transcription', settings, build });
