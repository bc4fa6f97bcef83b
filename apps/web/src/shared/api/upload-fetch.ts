/**
 * `fetch` for a form with files that reports upload progress, which only XMLHttpRequest provides. It buffers the
 * response.
 *
 * @param onProgress called with the fraction sent so far, from 0 to 1
 */
export function createUploadFetch(onProgress: (sent: number) => void): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      const abort = (): void => request.abort();
      request.open(init?.method ?? 'POST', input instanceof Request ? input.url : input);
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
      request.addEventListener('load', () => {
        const headers = new Headers();
        for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
          const [name = '', ...rest] = line.split(': ');
          if (name !== '') headers.append(name, rest.join(': '));
        }
        resolve(new Response(request.responseText, { status: request.status, headers }));
      });
      request.addEventListener('error', () => reject(new TypeError('The upload failed')));
      request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')));
      request.addEventListener('loadend', () => init?.signal?.removeEventListener('abort', abort));
      init?.signal?.addEventListener('abort', abort);
      request.send(init?.body as XMLHttpRequestBodyInit);
    });
}
