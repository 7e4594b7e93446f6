import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleDeps } from '../console-deps.ts';
import type { AssetName } from '../http/assets.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import type { Visitor } from '../session/visitor.ts';
import { type Html, html } from './html.ts';

/** htmx without what would need inline styles or code made of text, and only for our own server. */
const htmxConfig = JSON.stringify({
  ...{ includeIndicatorStyles: false, allowEval: false, allowScriptTags: false, selfRequestsOnly: true },
  ...{ historyCacheSize: 0, refreshOnHistoryMiss: true, scrollIntoViewOnBoost: false },
});

interface Page {
  title: string;
  content: Html;
  status?: number;
  /** Besides those of every page. */
  scripts?: readonly AssetName[];
}

/** The entries of the menu; `admin`: what members do not see. */
const entries = [
  { href: '/calls', name: 'Calls', role: 'member' },
  { href: '/insights', name: 'Insights', role: 'member' },
  { href: '/coaching', name: 'Coaching', role: 'member' },
  { href: '/settings/integrations', name: 'Integrations', role: 'admin' },
  { href: '/settings/people', name: 'People and teams', role: 'admin' },
  { href: '/settings/judging', name: 'How calls are judged', role: 'admin' },
  { href: '/settings/data', name: 'Data and settings', role: 'admin' },
  { href: '/settings/keys', name: 'API keys', role: 'admin' },
  { href: '/settings/audit', name: 'Audit trail', role: 'admin' },
  { href: '/settings/health', name: 'Health', role: 'owner' },
  { href: '/account', name: 'Your account', role: 'member' },
] as const;

export type SendPage = (request: FastifyRequest, reply: FastifyReply, page: Page) => FastifyReply;

/** A page with the menu for somebody who is signed in, and alone in the middle for others. */
export function pageSender({ assets, config }: Pick<ConsoleDeps, 'assets' | 'config'>): SendPage {
  const cookies = cookieRules(config.WEB_APP_URL);
  return (request, reply, { title, content, status = 200, scripts = [] }) => {
    const { visitor } = request;
    const body =
      visitor === null
        ? alone(content)
        : withMenu(visitor, content, request.url, formToken(cookies, request, reply));
    const page = html`<!doctype html>
<html lang="en"${chosenTheme(request)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content="${htmxConfig}">
<title>${title} · Debrief</title>
<link rel="stylesheet" href="${assets.urlOf('tabler.css')}">
<link rel="stylesheet" href="${assets.urlOf('console.css')}">
<link rel="icon" href="data:,">
<script src="${assets.urlOf('htmx.js')}" defer></script>
<script src="${assets.urlOf('page.js')}" defer></script>
${scripts.map((name) => html`<script src="${assets.urlOf(name)}" nonce="${reply.cspNonce.style}" defer></script>`)}
</head>
<body>
<a class="skip-link" href="#content">Skip to the content</a>
${body}
</body>
</html>
`;
    return reply.code(status).type('text/html; charset=utf-8').send(page.text);
  };
}

/** Where none is chosen, the style sheet follows the reader's system. */
function chosenTheme({ cookies: { theme } }: FastifyRequest): Html | null {
  return theme === 'dark' || theme === 'light' ? html` data-bs-theme="${theme}"` : null;
}

function alone(content: Html): Html {
  return html`<div class="page page-center">
<main id="content" class="container container-tight py-4">
<p class="text-center mb-4 brand">Debrief</p>
${content}
</main>
</div>`;
}

function withMenu(visitor: Visitor, content: Html, url: string, token: Html): Html {
  const path = url.split('?')[0] ?? '';
  const links = entries
    .filter(({ role }) => role === 'member' || visitor.isAtLeast(role))
    .map(({ href, name }) => {
      const isHere = path === href || path.startsWith(`${href}/`);
      return html`<li class="nav-item${isHere && ' active'}"><a class="nav-link" href="${href}"${
        isHere && html` aria-current="page"`
      }>${name}</a></li>`;
    });
  return html`<div class="page with-menu">
<header class="menu-side">
<div class="menu-head"><a class="brand" href="/">Debrief</a>
<button type="button" class="btn menu-button" aria-expanded="false" aria-controls="menu" data-menu>Menu</button></div>
<div id="menu" class="menu">
${placeOf(visitor)}${whoIsHere(visitor)}
<nav aria-label="Main"><ul class="nav flex-column">${links}</ul></nav>
<div class="menu-foot">
<button type="button" class="btn btn-sm w-100 mb-2 needs-script" data-theme-switch>Dark or light</button>
<form method="post" action="/sign-out">${token}<button class="btn btn-sm w-100">Sign out</button></form>
</div>
</div>
</header>
<main id="content" class="page-wrapper"><div class="container-xl py-3">
${content}
</div></main>
</div>`;
}

function placeOf({ session }: Visitor): Html | null {
  const { place, has_other_places } = session;
  if (place === null) return null;
  return html`<p class="menu-place"><strong>${place.integration.name}</strong><br>
<span class="text-secondary">${place.organization.name}</span>${
    has_other_places && html`<br><a href="/places">Switch</a>`
  }</p>`;
}

/** Computers are shared, and so are links. */
function whoIsHere({ session: { account, place } }: Visitor): Html {
  return html`<p class="menu-place"><span class="text-secondary">Signed in as</span> ${account.name}${place !== null && html` <span class="text-secondary">(${place.role})</span>`}</p>`;
}
