import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Text for a comparison that ignores case. Folded here and not by Postgres, whose lower() follows the locale of the
 * database: under C it leaves É alone, under tr_TR it turns I into ı.
 */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/**
 * A phone number for comparison: the digits of its E.164 form where it is written with its country code, so that
 * `+44 (0)20 7946 0958`, `0044 20 7946 0958` and `+442079460958 ext. 5` are equal; else its digits as written. No
 * country is assumed for a number without a country code.
 * @returns an empty string for text without digits.
 */
export function phoneDigits(phone: string): string {
  const international = phone.replace(/^\s*00/, '+');
  const parsed = parsePhoneNumberFromString(international);
  if (parsed?.isPossible()) return parsed.number.slice(1);
  return plainDigits(phone);
}

/** The digits of a phone number as written. The generated column contacts.phone_plain does the same in SQL. */
export function plainDigits(phone: string): string {
  return phone.replace(/\D/g, '');
}
