// Requests to the server. Every error becomes a Failure with a title and an explanation for the user.

/** A failed request: a title, a sentence, and the HTTP status if the server answered. */
export class Failure extends Error {
  constructor(
    readonly title: string,
    readonly detail: string,
    readonly status: number | null = null,
  ) {
    super(`${title}: ${detail}`);
  }
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return parsed<T>(await getText(path, signal), path);
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends a write request, with the token if there is one. Resolves to null if the answer is empty.
 * * Strings are sent as YAML, everything else as JSON.
 */
export async function write<T>(method: Method, path: string, token: string | null, body?: unknown): Promise<T> {
  let response: Response;
  try {
    const headers = {
      Accept: 'application/json',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': typeof body === 'string' ? 'text/yaml' : 'application/json' }),
    };
    const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    response = await fetch(path, { method, headers, body: sent });
  } catch {
    throw unreachable();
  }
  const text = await response.text();
  if (!response.ok) throw failureOf(response.status, text);
  return parsed<T>(response.status === 204 ? 'null' : text, path);
}

/** Returns the answer as text, so that callers can detect a change. */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  let response: Response;
  try {
    response = await fetch(path, { headers: { Accept: 'application/json' }, signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreachable();
  }
  const text = await response.text();
  if (!response.ok) throw failureOf(response.status, text);
  return text;
}

export function parsed<T>(text: string, path: string): T {
  try {
    // docs/api.md is the contract; the answer is not validated again.
    return JSON.parse(text) as T;
  } catch {
    throw new Failure('Not an answer from gpucomm', `${path} did not return JSON. Is there a proxy in between?`);
  }
}

export function unreachable(): Failure {
  return new Failure(
    'The server does not answer',
    'Is it still running? Start it with ./gpucomm serve, then try again.',
  );
}

/** Reads a problem document (RFC 9457) and falls back to the status. */
export function failureOf(status: number, text: string): Failure {
  const problem = objectIn(text);
  const title = textIn(problem, 'title') ?? (status === 404 ? 'Not found' : `The server answered ${status}`);
  const detail = textIn(problem, 'detail') ?? 'It gave no reason. See the server log.';
  return new Failure(title, detail, status);
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function textIn(from: object | null, name: string): string | null {
  const value: unknown = from === null ? null : Reflect.get(from, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function failureFrom(cause: unknown): Failure {
  if (cause instanceof Failure) return cause;
  return new Failure('Error on this page', cause instanceof Error ? cause.message : String(cause));
}
