import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape.
type Json = any;

/** One operation of the document. */
export interface Operation {
  id: string;
  method: string;
  /** With parameters in braces. */
  path: string;
  parameters: { name: string; in: 'path' | 'query'; schema: Json }[];
  bodySchema: Json | null;
  statuses: string[];
}

export interface ObservedReply {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * The OpenAPI document of a running Debrief, as the measure of every reply: an undocumented status, a body that does
 * not fit its schema, a field that no schema names, a missing header.
 */
export class Contract {
  readonly operations: readonly Operation[];
  readonly #document: Json;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.#document = document;
    this.operations = operationsOf(document);
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(closeObjects(structuredClone(document)), 'openapi');
  }

  /** The schema that a `$ref` of the document leads to; any other schema as it is. */
  resolve(schema: Json): Json {
    return typeof schema?.$ref === 'string' ? pointed(this.#document, schema.$ref.slice(1)) : schema;
  }

  /** The operation that answers a path below the base path; null for a path or a method that none has. */
  operationFor(method: string, path: string): Operation | null {
    const segments = path.split('?')[0]?.split('/') ?? [];
    const fits = (template: string) => {
      const parts = template.split('/');
      return (
        parts.length === segments.length &&
        parts.every((part, index) => part.startsWith('{') || part === segments[index])
      );
    };
    return this.operations.find((operation) => operation.method === method && fits(operation.path)) ?? null;
  }

  /** What a reply breaks of the contract; empty when nothing. */
  faultsOf(method: string, path: string, { status, headers, text }: ObservedReply): string[] {
    const faults: string[] = [];
    if (!headers.get('x-request-id')) faults.push('no x-request-id');
    if (status === 204) return [...faults, ...this.#faultsOfNothing(method, path, { status, headers, text })];
    if (headers.get('content-type') !== 'application/json; charset=utf-8') {
      faults.push(`content-type is ${headers.get('content-type')}`);
    }
    let body: Json;
    try {
      body = JSON.parse(text);
    } catch {
      return [...faults, `the body is no JSON: ${text.slice(0, 100)}`];
    }
    if (status >= 400 && body?.statusCode !== status) faults.push(`statusCode is ${body?.statusCode}`);
    const validator = this.#validatorFor(this.operationFor(method, path), status);
    if (validator === null) return [...faults, `${status} is not documented`];
    if (!validator(body)) {
      faults.push(...(validator.errors ?? []).map((error) => `${error.instancePath} ${error.message}`));
    }
    return faults.map((fault) => `${method} ${path} answered ${status}: ${fault}`);
  }

  #faultsOfNothing(method: string, path: string, { headers, text }: ObservedReply): string[] {
    if (!this.operationFor(method, path)?.statuses.includes('204')) return ['204 is not documented'];
    return [
      ...(text === '' ? [] : ['a body']),
      ...(headers.get('content-type') === null ? [] : ['a content-type']),
      ...(/^[0-9a-f-]{36}$/.test(headers.get('x-erasure-id') ?? '') ? [] : ['no x-erasure-id']),
    ];
  }

  /** Where there is no operation, the shape of errors is the measure. */
  #validatorFor(operation: Operation | null, status: number): ValidateFunction | null {
    if (operation === null) return this.#compiled('/components/schemas/Error');
    if (!operation.statuses.includes(String(status))) return null;
    const pointer = `/paths/${escaped(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`;
    const response = pointed(this.#document, pointer);
    const at: string = response.$ref === undefined ? pointer : response.$ref.slice(1);
    return this.#compiled(`${at}/content/application~1json/schema`);
  }

  #compiled(pointer: string): ValidateFunction {
    const known = this.#validators.get(pointer);
    if (known !== undefined) return known;
    const validator = this.#ajv.compile({
      $ref: `openapi#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
    });
    this.#validators.set(pointer, validator);
    return validator;
  }
}

export async function loadContract(baseUrl: string): Promise<Contract> {
  const reply = await fetch(`${baseUrl}/openapi.json`);
  if (reply.status !== 200) throw new Error(`the OpenAPI document answered ${reply.status}`);
  return new Contract(await reply.json());
}

function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      bodySchema: operation.requestBody?.content['application/json'].schema ?? null,
      statuses: Object.keys(operation.responses),
    })),
  );
}

/** A reply may have no field that the document does not name. */
function closeObjects(value: Json): Json {
  if (Array.isArray(value)) value.forEach(closeObjects);
  else if (typeof value === 'object' && value !== null) {
    Object.entries(value).forEach(([key, inner]) => {
      if (key !== 'example' && key !== 'examples') closeObjects(inner);
    });
    if (value.type === 'object' && value.properties !== undefined) value.additionalProperties = false;
  }
  return value;
}

function pointed(document: Json, pointer: string): Json {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, part) => value?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
