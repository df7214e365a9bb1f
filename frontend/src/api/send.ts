// Sending a file: XMLHttpRequest, because fetch does not report upload progress.

import { Failure, failureOf, parsed, unreachable } from './http';
import { paths } from './paths';
import type { Upload } from './types';

export interface Sending {
  token: string | null;
  /** Whether host names are replaced before anything is stored. */
  pseudonymise: boolean;
  onProgress: (sent: number, total: number) => void;
}

/** Sends one file and resolves to its upload, which may still be importing. `fresh` is false if the server already had these bytes. */
export function send(
  file: File,
  { token, pseudonymise, onProgress }: Sending,
): Promise<{ upload: Upload; fresh: boolean }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', paths.newUpload({ wait: 0, pseudonymise: pseudonymise ? 'hosts' : null }));
    request.setRequestHeader('Accept', 'application/json');
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total);
    request.onerror = () => reject(unreachable());
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return reject(failureOf(request.status, request.responseText));
      try {
        const upload = parsed<Upload>(request.responseText, paths.newUpload({}));
        resolve({ upload, fresh: request.status === 201 });
      } catch (cause) {
        reject(cause instanceof Failure ? cause : unreachable());
      }
    };
    const body = new FormData();
    body.append('file', file, file.name);
    request.send(body);
  });
}
