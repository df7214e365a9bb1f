// One way to ask the server: whatever goes wrong comes out as a Failure with words for the reader.

/** What went wrong with a request: a title, a sentence, and the HTTP status where there was one. */
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
 * Asks for something to be done; the token goes with it where there is one. Null where there is nothing to answer.
 * A text is sent as it is, anything else as JSON.
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

/** The answer as text, so that a caller can tell whether it changed. */
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
    // The contract is docs/api.md; nothing is checked beyond it.
    return JSON.parse(text) as T;
  } catch {
    throw new Failure(
      'Not an answer of gpucomm',
      `${path} answered with something that is not JSON. Is there a proxy?`,
    );
  }
}

export function unreachable(): Failure {
  return new Failure(
    'The server does not answer',
    'Is it still running? Start it with ./gpucomm serve, then try again.',
  );
}

/** Reads a problem document (RFC 9457) and falls back on the status when there is none. */
export function failureOf(status: number, text: string): Failure {
  const problem = objectIn(text);
  const title = textIn(problem, 'title') ?? (status === 404 ? 'Not found' : `The server answered ${status}`);
  const detail = textIn(problem, 'detail') ?? 'It gave no reason. Its log may have one.';
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
  return new Failure('This page has a fault', cause instanceof Error ? cause.message : String(cause));
}
