import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What lies between a reader and the service: a load balancer whose reader has left without a word, or an address
 * translation that forgot the connection. Once silent, it takes bytes from both ends for as long as there is room, hands
 * none on and closes nothing.
 */
export class Network {
  readonly #server: Server;
  readonly #ends: Socket[] = [];

  private constructor(servicePort: number) {
    this.#server = createServer((reader) => {
      const service = connect({ port: servicePort, host: '127.0.0.1' });
      for (const end of [reader, service]) end.on('error', () => undefined);
      reader.pipe(service).pipe(reader);
      this.#ends.push(reader, service);
    });
  }

  static async before(servicePort: number): Promise<Network> {
    const network = new Network(servicePort);
    await once(network.#server.listen(0, '127.0.0.1'), 'listening');
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  goSilent(): void {
    for (const end of this.#ends) end.unpipe().pause();
  }

  close(): void {
    this.#server.close();
    for (const end of this.#ends) end.destroy();
  }
}
