import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Text as it is compared without regard to case. Folded here and not by Postgres, whose lower() follows the locale
 * of the database: under C it leaves É alone, under tr_TR it makes ı of I.
 */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/**
 * A phone number as it is compared: the digits of its E.164 form where it is written with its country code, so that
 * `+44 (0)20 7946 0958`, `0044 20 7946 0958` and `+442079460958 ext. 5` are one number; else simply its digits.
 * Without a country code nothing says which country is meant, so none is assumed.
 * @returns an empty string for text without digits.
 */
export function phoneDigits(phone: string): string {
  const international = phone.replace(/^\s*00/, '+');
  const parsed = parsePhoneNumberFromString(international);
  if (parsed?.isPossible()) return parsed.number.slice(1);
  return plainDigits(phone);
}

/** All digits of a number as it is written, without what stands between them; contacts.phone_plain is the same in SQL. */
export function plainDigits(phone: string): string {
  return phone.replace(/\D/g, '');
}
