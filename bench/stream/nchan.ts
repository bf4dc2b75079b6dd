import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../local/process/free-port.ts';
import type { Contender, Message } from './contender.ts';

/** Where Debian's packages `nginx` and `libnginx-mod-nchan` put them. */
const NGINX = '/usr/sbin/nginx';
const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';

/** nginx with nchan, where it is installed: one worker, its memory for messages, keepalives as often as ours. */
export async function startNchan(readers: number): Promise<Contender | undefined> {
  if (!(await exists(NGINX)) || !(await exists(MODULE))) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'bench-nchan-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), configuration({ folder, port, readers }));
  const child = spawn(NGINX, ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  const worker = await workerOf(child.pid ?? 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  return {
    name: 'nchan',
    pids: async () => [worker],
    port,
    path: (channel) => `/stream/${channel}`,
    publish: async (messages) => void (await Promise.all(messages.map(async (one) => post(one, { port, agent })))),
    stop: async () => {
      agent.destroy();
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function configuration({ folder, port, readers }: { folder: string; port: number; readers: number }): string {
  return `
load_module ${MODULE};
daemon off;
worker_processes 1;
worker_rlimit_nofile ${2 * readers + 1000};
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections ${2 * readers + 500}; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  nchan_shared_memory_size 128M;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    keepalive_requests 1000000;
    location ~ ^/stream/(.+)$ {
      nchan_subscriber eventsource;
      nchan_channel_id $1;
      nchan_subscriber_first_message newest;
      nchan_eventsource_ping_interval 30;
    }
    location ~ ^/publish/(.+)$ {
      nchan_publisher;
      nchan_channel_id $1;
      nchan_message_timeout 2m;
      nchan_message_buffer_length 1000;
    }
  }
}
`;
}

async function workerOf(master: number): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    await delay(50);
    const children = await readFile(`/proc/${master}/task/${master}/children`, 'utf8').catch(() => '');
    const worker = Number(children.split(' ')[0]);
    if (worker > 0) return worker;
  }
  throw new Error('nginx does not start.');
}

/** The same data as an event of ours carries. */
async function post({ channel, text }: Message, { port, agent }: { port: number; agent: Agent }): Promise<void> {
  const timestamp = new Date().toISOString();
  const fields = { title: 'Deploy finished', message: text, timestamp, priority: 3, tags: ['ci'], payload: { n: 1 } };
  await new Promise<void>((settle, fail) => {
    const call = request({ port, agent, method: 'POST', path: `/publish/${channel}` }, (response) => {
      response.resume().once('end', settle);
    });
    call.once('error', fail).end(JSON.stringify(fields));
  });
}
