/**
 * `npm run train:coaching` learns everything that the built-in coach has learnt, from the labelled calls beside this
 * file: what stretches do, which time stands, which words sum the call up, how calls end, which objections are listed, what a promise is about, what is still to be done. About a quarter of an hour on
 * two cores; the same calls give the same files.
 */
if (process.argv.includes('--help')) {
  console.log('Usage: npm run train:coaching');
} else {
  // One after the other: each learns from what the one before makes of calls by unseen writers.
  await import('./train-acts.ts');
  await import('./train-agreements.ts');
  await import('./train-key-words.ts');
  await import('./train-objections.ts');
  await import('./train-outcome.ts');
  await import('./train-listed.ts');
  await import('./train-meant.ts');
  await import('./train-due.ts');
}

export {};
