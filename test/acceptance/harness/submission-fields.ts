/** The fields of `POST /calls` with values that break or keep each one's rule. */

const notStrings = [1, true, {}, ['text']];
const brokenTexts = ['', 'nul \u0000', 'lone \ud800'];
const brokenIds = [...brokenTexts, 'x'.repeat(256), 'line\nfeed'];
const notUrls = ['recording.mp3', 'www.example.com/a.mp3', '//example.com/a.mp3', 'ftp://example.com/a.mp3'];

interface Field {
  name: string;
  /** In words of the specification. */
  type: string;
  wrongTypes: unknown[];
  breaking: unknown[];
  keeping: unknown[];
}

export const requiredFields: Field[] = [
  text('recording_id', { breaking: brokenIds, keeping: ['r:1/2 %ü', 'x'.repeat(255)] }),
  text('recording_url', {
    breaking: [
      ...[...notUrls, 'file:///etc/passwd', 'http://', 'https://user:word@example.com/a.mp3', 'javascript:1'],
      ...['data:audio/mp3;base64,AA', `https://example.com/${'x'.repeat(2048)}`, 'http://10.0.0.1/a.mp3'],
      ...['http://[fd00::1]/a.mp3', 'http://169.254.169.254/latest', 'http://example.com:22/a.mp3', ''],
    ],
    keeping: [
      'https://example.com/a.mp3?signature=a%2Fb',
      'http://example.com/a',
      'https://example.com/a.ogg',
    ],
  }),
  {
    name: 'duration_seconds',
    type: 'number',
    wrongTypes: ['12', true, {}, [12]],
    breaking: [0, -1, 14_401],
    keeping: [0.5, 12, 14_400],
  },
  text('ai_category', { breaking: brokenTexts, keeping: ['sales', 'Solar, second call'] }),
  text('external_user_id', { breaking: brokenIds, keeping: ['u:1/2 %ü', 'x'.repeat(255)] }),
  text('user_name', { breaking: brokenTexts, keeping: ['Zoë O’Neill', '李小龙'] }),
  text('user_email', {
    breaking: ['nobody', 'a@', '@b.example', 'two words@b.example', ''],
    keeping: ['first.last+tag@mail.acme.example', 'UPPER@ACME.EXAMPLE'],
  }),
  text('external_contact_id', { breaking: brokenIds, keeping: ['c:1/2 %ü', 'x'.repeat(255)] }),
  text('contact_name', { breaking: brokenTexts, keeping: ['Zoë O’Neill', '李小龙'] }),
];

/** Where the API shows an optional field again. */
export interface OptionalField extends Field {
  shown: [resource: 'call' | 'user' | 'contact', field: string][];
}

export const optionalFields: OptionalField[] = [
  {
    ...text('occurred_at', {
      breaking: ['yesterday', '2026-02-30T10:00:00Z', '2026-13-01T10:00:00Z', '2999-01-01T00:00:00Z', ''],
      keeping: ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+05:30'],
    }),
    type: 'string, ISO-8601',
    shown: [],
  },
  shownText('from_number', ['call', 'from_number'], ['+1 (555) 010-2030', '0555 0102030', '+493012345678']),
  shownText('to_number', ['call', 'to_number'], ['+1 (555) 010-2030', '0555 0102030', '+493012345678']),
  {
    name: 'incoming',
    type: 'boolean',
    wrongTypes: ['true', 1, {}, []],
    breaking: [],
    keeping: [true, false],
    shown: [['call', 'incoming']],
  },
  {
    name: 'ai_models',
    type: 'array of objects with model and type',
    wrongTypes: ['model', 1, true, {}],
    breaking: [['x'], [{ model: 'x' }], [{ type: 'coaching' }], [{ model: 1, type: 'coaching' }]],
    keeping: [[], [{ model: 'x', type: 'of-no-kind' }]],
    shown: [],
  },
  {
    ...text('user_timezone', { breaking: ['Mars/Olympus', '+02:00', ''], keeping: ['Europe/Berlin', 'UTC'] }),
    shown: [['user', 'timezone']],
  },
  {
    ...text('user_picture', { breaking: notUrls, keeping: ['https://example.com/ada.png'] }),
    shown: [['user', 'picture']],
  },
  shownText('contact_first_name', ['contact', 'first_name'], ['Zoë']),
  shownText('contact_last_name', ['contact', 'last_name'], ['O’Neill']),
  shownText('contact_phone', ['contact', 'phone'], ['+1 555 010 4477', '(030) 123 456']),
  list('contact_emails', ['contact', 'emails'], ['a@x.example', 'b@x.example']),
  {
    ...shownText('contact_stage', ['contact', 'stage'], ['Contacted']),
    shown: [
      ['contact', 'stage'],
      ['call', 'stage'],
    ],
  },
  {
    ...shownText('contact_stage_id', ['contact', 'stage_id'], ['stage:7']),
    shown: [
      ['contact', 'stage_id'],
      ['call', 'stage_id'],
    ],
  },
  shownText('contact_source', ['contact', 'source'], ['Web form']),
  shownText('contact_source_id', ['contact', 'source_id'], ['source:7']),
  list('contact_tags', ['contact', 'tags'], ['warm', 'second call']),
];

function text(name: string, { breaking, keeping }: { breaking: unknown[]; keeping: unknown[] }): Field {
  return { name, type: 'string', wrongTypes: notStrings, breaking, keeping };
}

function shownText(name: string, shown: OptionalField['shown'][number], keeping: string[]): OptionalField {
  return {
    ...text(name, { breaking: ['nul \u0000', 'lone \ud800', 'x'.repeat(513)], keeping }),
    shown: [shown],
  };
}

function list(name: string, shown: OptionalField['shown'][number], items: string[]): OptionalField {
  return {
    name,
    type: 'string[]',
    wrongTypes: ['text', 1, true, {}],
    breaking: [[1], [null], [['nested']], ['lone \ud800'], Array.from({ length: 101 }, () => 'x')],
    keeping: [items, items.slice(1), []],
    shown: [shown],
  };
}
