import { DebriefError, ROUTE_NOT_FOUND } from '@debrief/contracts/errors';
import type { PagePosition } from '@debrief/contracts/paging';
import { isUuid } from '@debrief/contracts/text';
import type { FastifyRequest } from 'fastify';
import { type Html, html } from '../html/html.ts';
import { textOf } from '../html/parts.ts';
import { positionOf } from './call-query.ts';

/** The id in the address of a page. What is no id leads to nothing. */
export function idOf({ params }: FastifyRequest): string {
  const { id } = params as { id: string };
  if (!isUuid(id)) throw new DebriefError(ROUTE_NOT_FOUND);
  return id;
}

/** What is another integration's, or another agent's, is as little there as what never was. */
export function asNotFound(error: unknown): never {
  throw error instanceof DebriefError && error.definition.status === 404
    ? new DebriefError(ROUTE_NOT_FOUND)
    : error;
}

/** Null for what is gone since somebody counted or named it. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof DebriefError && error.definition.status === 404) return null;
    throw error;
  });
}

/** Where the page of a list begins that is asked for, as the input of an operation has it. */
export function afterOf({ query }: FastifyRequest): { after?: PagePosition } {
  const after = positionOf(textOf(query, 'after'));
  return after === undefined ? {} : { after };
}

/** The links under a list that goes on, or that is read from further on. */
export function pageLinks(path: string, request: FastifyRequest, next: PagePosition | null): Html | null {
  const isFirst = afterOf(request).after === undefined;
  if (next === null && isFirst) return null;
  return html`<nav class="d-flex gap-2 my-3" aria-label="Pages">
${!isFirst && html`<a class="btn" href="${path}">First page</a>`}
${next !== null && html`<a class="btn" rel="next" href="${path}?after=${next.created_date}_${next.id}">Next page</a>`}</nav>`;
}
