import { type AllowedHost, downloadUrlFault, parseAllowedHosts } from '@debrief/contracts/public-address';
import { categoryOf, type IntegrationProfile } from '@debrief/contracts/resources/access';
import { parseInstant } from '@debrief/contracts/text';

const ALLOWED_BY =
  'an operator can allow this one for the integration (`debrief integrations update`), or for this machine with ALLOW_DOWNLOAD_FROM';
const DAY_MS = 24 * 3600 * 1000;

/** What a schema cannot know: the operator's allowed hosts, the integration's categories, the clock. */
export function ruleViolations(
  body: unknown,
  rules: { integration: IntegrationProfile; allowed: readonly AllowedHost[]; nowMs: number },
): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { recording_url, ai_category, occurred_at } = body as Record<string, unknown>;
  return [
    urlViolation(recording_url, [
      ...rules.allowed,
      ...parseAllowedHosts(rules.integration.allowed_hosts ?? []),
    ]),
    categoryViolation(ai_category, rules.integration),
    clockViolation(occurred_at, rules.nowMs),
  ].filter((violation) => violation !== null);
}

function urlViolation(value: unknown, allowed: readonly AllowedHost[]): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null) return null;
  const fault = downloadUrlFault(url, allowed);
  if (fault === 'address') {
    return `recording_url must lead to a public address; ${ALLOWED_BY}`;
  }
  if (fault === 'port') {
    return `recording_url must use port 80 or 443; ${ALLOWED_BY}`;
  }
  return null;
}

function categoryViolation(value: unknown, integration: IntegrationProfile): string | null {
  if (typeof value !== 'string' || value === '' || categoryOf(integration, value) !== null) return null;
  return `ai_category must be one of ${integration.categories?.map(({ name }) => name).join(', ')}`;
}

function clockViolation(value: unknown, nowMs: number): string | null {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  return instant !== null && instant.getTime() > nowMs + DAY_MS
    ? 'occurred_at must not be more than a day in the future'
    : null;
}
