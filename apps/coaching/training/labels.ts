export const dispositions = [
  ...['appointment_set', 'sale', 'callback', 'not_interested', 'do_not_call', 'voicemail', 'wrong_number'],
  ...['follow_up', 'not_qualified', 'gatekeeper'],
] as const;
export type Disposition = (typeof dispositions)[number];

export const qualities = ['good', 'mediocre', 'awful'] as const;
export const styles = ['punctuated', 'bare', 'asr'] as const;
