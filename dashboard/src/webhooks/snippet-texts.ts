/** A ready piece of text that sends to a webhook. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** Where it goes. */
  readonly hint: string;
  readonly text: string;
}

interface Target {
  readonly url: string;
  readonly needsKey: boolean;
}

const KEY = 'YOUR_API_KEY';

/** Snippets for a webhook; where it needs a key, a placeholder stands for it, because the key is not known here. */
export function snippetsFor({ url, needsKey }: Target): Snippet[] {
  const curlKey = needsKey ? ` \\\n  -H 'Authorization: Bearer ${KEY}'` : '';
  const jsKey = needsKey ? `\n    authorization: 'Bearer ${KEY}',` : '';
  const pyKey = needsKey ? `, headers={"Authorization": "Bearer ${KEY}"}` : '';
  const body = `{"title": "Hello", "message": "My first notification", "priority": 3, "tags": ["test"]}`;
  return [
    {
      id: 'curl',
      label: 'curl',
      hint: 'Run it in a terminal.',
      text: `curl -X POST '${url}'${curlKey} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`,
    },
    {
      id: 'javascript',
      label: 'JavaScript',
      hint: 'Node.js 18 or newer, or any server runtime with fetch. Web pages cannot send: browsers are refused.',
      text: `await fetch('${url}', {\n  method: 'POST',\n  headers: {\n    'content-type': 'application/json',${jsKey}\n  },\n  body: JSON.stringify(${body}),\n});`,
    },
    {
      id: 'python',
      label: 'Python',
      hint: 'Needs the requests package.',
      text: `import requests\n\nrequests.post("${url}", json=${body}${pyKey}, timeout=10).raise_for_status()`,
    },
    {
      id: 'github-actions',
      label: 'GitHub Actions',
      hint: 'A step of a job. Keep the address in a repository secret named NOTIFICATION_URL.',
      text: [
        '- name: Notify',
        '  if: failure()',
        '  env:',
        '    URL: ${{ secrets.NOTIFICATION_URL }}',
        ...(needsKey ? ['    KEY: ${{ secrets.NOTIFICATION_KEY }}'] : []),
        '  run: |',
        `    curl -fsS "$URL"${needsKey ? ' -H "Authorization: Bearer $KEY"' : ''} -H "X-Title: $GITHUB_REPOSITORY failed" -H "X-Priority: 4" -H "X-Tags: ci" -d "Run $GITHUB_RUN_ID of $GITHUB_WORKFLOW"`,
      ].join('\n'),
    },
    {
      id: 'alertmanager',
      label: 'Alertmanager',
      hint: 'For a webhook with the sender Prometheus Alertmanager. In alertmanager.yml.',
      text: [
        'receivers:',
        '  - name: notification-router',
        '    webhook_configs:',
        `      - url: '${url}'`,
        '        send_resolved: true',
        ...(needsKey ? ['        http_config:', '          authorization:', `            credentials: ${KEY}`] : []),
      ].join('\n'),
    },
    {
      id: 'sns',
      label: 'Amazon SNS',
      hint: 'For a webhook with the sender Amazon SNS. It can send no key. The router confirms the subscription itself.',
      text: `aws sns subscribe --topic-arn arn:aws:sns:REGION:ACCOUNT:TOPIC \\\n  --protocol https --notification-endpoint '${url}'`,
    },
    {
      id: 'agent',
      label: 'Claude Code',
      hint: 'For a webhook with the sender Claude Code. In .claude/settings.json.',
      text: JSON.stringify(
        {
          hooks: Object.fromEntries(
            ['Notification', 'Stop'].map((name) => [
              name,
              [
                {
                  hooks: [
                    {
                      type: 'command',
                      command: `curl -s '${url}'${needsKey ? ` -H 'Authorization: Bearer ${KEY}'` : ''} -H 'Content-Type: application/json' -d @-`,
                    },
                  ],
                },
              ],
            ]),
          ),
        },
        null,
        2,
      ),
    },
    {
      id: 'codex',
      label: 'Codex',
      hint: 'For a webhook with the sender Codex. At the top of ~/.codex/config.toml.',
      text: `notify = ["sh", "-c", 'curl -s${needsKey ? ` -H "Authorization: Bearer ${KEY}"` : ''} -d "$1" "${url}"', "notify"]`,
    },
    {
      id: 'home-assistant',
      label: 'Home Assistant',
      hint: 'For a webhook with the sender Home Assistant. In configuration.yaml.',
      text: [
        'notify:',
        '  - platform: rest',
        '    name: router',
        `    resource: '${url}'`,
        '    method: POST_JSON',
        '    title_param_name: title',
        ...(needsKey ? ['    headers:', `      Authorization: 'Bearer ${KEY}'`] : []),
      ].join('\n'),
    },
  ];
}
