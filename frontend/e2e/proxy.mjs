// A way to the server that can be closed, and that can lie below a path, as nginx or Caddy show one.
import { createServer, request as ask } from 'node:http';

export class Proxy {
  /** What was asked for outside of the path. */
  outside = [];
  #port = 0;
  #server;

  /** @param server the address of the server @param prefix what is taken off each path: '' or for example /lab */
  constructor(server, prefix = '') {
    const { hostname, port } = new URL(server);
    this.prefix = prefix;
    this.#server = createServer((from, to) => {
      if (!from.url.startsWith(`${prefix}/`)) {
        this.outside.push(from.url);
        to.writeHead(404).end();
        return;
      }
      const forwarded = { 'x-forwarded-prefix': prefix, 'x-forwarded-host': from.headers.host };
      const headers = { ...from.headers, ...(prefix && forwarded) };
      const path = from.url.slice(prefix.length);
      const asked = ask({ hostname, port, method: from.method, path, headers }, (answer) => {
        to.writeHead(answer.statusCode, answer.headers);
        answer.pipe(to);
      });
      asked.on('error', () => to.destroy());
      to.on('close', () => asked.destroy());
      from.pipe(asked);
    });
  }

  /** At the same address as before, if it was open before. */
  async open() {
    await new Promise((opened) => this.#server.listen(this.#port, '127.0.0.1', opened));
    this.#port = this.#server.address().port;
  }

  get address() {
    return `http://127.0.0.1:${this.#port}${this.prefix}`;
  }

  async close() {
    if (!this.#server.listening) return;
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await closed;
  }
}
