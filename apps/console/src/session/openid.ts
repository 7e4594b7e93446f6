import { ConfigError } from '@debrief/service-kit/config';
import type { Logger } from '@debrief/service-kit/run';
import type * as Client from 'openid-client';
import type { Config } from '../config.ts';

/** The provider answers the browser here. */
export const OPENID_RETURN = '/sign-in/openid/return';

const TIMEOUT_SECONDS = 10;
/** A provider may move its endpoints; its keys are fetched anew by themselves. */
const KNOWN_FOR_MS = 60 * 60_000;
/** Of health requests. */
const ASK_AGAIN_MS = 30_000;

/** What the browser keeps until it comes back; only whoever began can go on. */
export interface OpenIdAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the provider says of whoever signed in there. */
export interface OpenIdPerson {
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string | null;
}

/** Why nobody is signed in: the person or the provider refused, or the provider cannot be reached or trusted. */
export class OpenIdFailure extends Error {
  readonly reason: 'refused' | 'unavailable' | 'no-email';
  constructor(reason: OpenIdFailure['reason'], options?: ErrorOptions) {
    super(`sign-in by OpenID Connect failed: ${reason}`, options);
    this.name = 'OpenIdFailure';
    this.reason = reason;
  }
}

/**
 * Sign-in by an OpenID Connect provider: the authorization code flow with PKCE, state, nonce and a checked signature.
 * What the provider is like is asked when it is needed, so that the console starts without it.
 */
export class OpenId {
  readonly name: string;
  readonly #client: typeof Client;
  readonly #config: Config;
  readonly #log: Logger;
  #known: { configuration: Promise<Client.Configuration>; untilMs: number } | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;
  /** Why the provider could not be asked last; null when it could. */
  #fault: string | null = null;

  constructor(client: typeof Client, config: Config, log: Logger) {
    this.name = config.OIDC_NAME;
    this.#client = client;
    this.#config = config;
    this.#log = log;
  }

  /** Only of these e-mails its word counts: a provider of one organization must not open the accounts of another. */
  vouchesFor(email: string): boolean {
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    return this.#config.OIDC_EMAIL_DOMAINS.some((one) => one === '*' || one.toLowerCase() === domain);
  }

  /** Where the browser is sent to, and what it is to keep meanwhile. */
  async begin(): Promise<{ url: string; attempt: OpenIdAttempt }> {
    const client = this.#client;
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(await this.#provider(), {
      redirect_uri: this.#config.WEB_APP_URL + OPENID_RETURN,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
    });
    return { url: url.href, attempt };
  }

  /** @param search the query that the provider sent the browser back with. @throws OpenIdFailure */
  async finish(search: string, attempt: OpenIdAttempt): Promise<OpenIdPerson> {
    const provider = await this.#provider();
    try {
      const tokens = await this.#client.authorizationCodeGrant(
        provider,
        new URL(OPENID_RETURN + search, this.#config.WEB_APP_URL),
        {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
        },
      );
      const idToken = tokens.claims();
      if (idToken === undefined) throw new OpenIdFailure('unavailable');
      // Many providers say the e-mail only when they are asked once more.
      const claims =
        idToken.email === undefined
          ? await this.#client.fetchUserInfo(provider, tokens.access_token, idToken.sub)
          : idToken;
      return personOf(claims);
    } catch (error) {
      if (error instanceof OpenIdFailure) throw error;
      const isRefused = error instanceof this.#client.AuthorizationResponseError;
      if (!isRefused)
        this.#log.warn({ err: error }, 'the OpenID Connect provider gave no answer to be trusted');
      throw new OpenIdFailure(isRefused ? 'refused' : 'unavailable', { cause: error });
    }
  }

  /** What was wrong with the provider when it was asked last, for operators; asks again in the background, seldom. */
  fault(): string | null {
    if (this.#known === null && this.#askedMs + ASK_AGAIN_MS < performance.now())
      void this.#provider().catch(() => {});
    return this.#fault;
  }

  /** @throws OpenIdFailure */
  async #provider(): Promise<Client.Configuration> {
    const nowMs = performance.now();
    if (this.#known === null || this.#known.untilMs < nowMs) {
      this.#known = { configuration: this.#discover(), untilMs: nowMs + KNOWN_FOR_MS };
      this.#askedMs = nowMs;
    }
    const known = this.#known;
    try {
      const configuration = await known.configuration;
      this.#fault = null;
      return configuration;
    } catch (error) {
      if (this.#known === known) this.#known = null;
      this.#fault = `no answer of ${this.#config.OIDC_ISSUER}: ${reasonOf(error)}`;
      this.#log.warn({ err: error }, 'the OpenID Connect provider could not be asked');
      throw new OpenIdFailure('unavailable', { cause: error });
    }
  }

  #discover(): Promise<Client.Configuration> {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = this.#config;
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks } = this.#client;
    const execute = [enableNonRepudiationChecks, ...(isLoopback(OIDC_ISSUER) ? [allowInsecureRequests] : [])];
    return discovery(
      new URL(OIDC_ISSUER),
      OIDC_CLIENT_ID,
      undefined,
      clientAuthOf(this.#client, OIDC_CLIENT_SECRET),
      { execute, timeout: TIMEOUT_SECONDS },
    );
  }
}

/** Null where it is not configured. @throws ConfigError */
export async function openOpenId(config: Config, log: Logger): Promise<OpenId | null> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_EMAIL_DOMAINS } = config;
  if (OIDC_ISSUER === '') return null;
  const faults = [
    ...(OIDC_CLIENT_ID === '' ? ['OIDC_CLIENT_ID is missing: it is required with OIDC_ISSUER'] : []),
    ...(OIDC_EMAIL_DOMAINS.length === 0
      ? [
          'OIDC_EMAIL_DOMAINS is missing: name the domains whose e-mails the provider may vouch for, or * for every e-mail',
        ]
      : []),
    ...(OIDC_ISSUER.startsWith('https:') || isLoopback(OIDC_ISSUER)
      ? []
      : ['OIDC_ISSUER must begin with https:, unless the provider is on this machine']),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  // Loaded here: a console without it needs none of its modules.
  return new OpenId(await import('openid-client'), config, log);
}

/** By the method that is the standard's default, which some providers insist on, unless the provider knows only the other. */
function clientAuthOf(
  { None, ClientSecretBasic, ClientSecretPost }: typeof Client,
  secret: string,
): Client.ClientAuth {
  if (secret === '') return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (provider, ...more) => {
    const methods = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(provider, ...more);
  };
}

function isLoopback(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '');
}

function personOf({ email, email_verified, name }: Record<string, unknown>): OpenIdPerson {
  if (typeof email !== 'string') throw new OpenIdFailure('no-email');
  return { email, isVerified: email_verified === true, name: typeof name === 'string' ? name : null };
}

/** That of the innermost, which has the network's own words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
