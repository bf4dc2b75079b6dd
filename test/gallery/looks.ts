/** How each vendor's clients look, roughly: enough to judge a message at a glance. */
export const styles = `
* { box-sizing: border-box }
body { margin: 0; padding: 32px; background: #eef0f3; color: #1d1c1d; font: 14px/1.45 system-ui, -apple-system, Segoe UI, Roboto, sans-serif }
h1 { margin: 0 0 4px; font-size: 26px } h2 { margin: 36px 0 10px; font-size: 18px } h2 code { color: #667; font-size: 13px; font-weight: 400 }
.row { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: 14px; align-items: start }
.cell > small { display: block; margin-bottom: 4px; color: #667 }
.mock { position: relative; display: flex; gap: 10px; padding: 12px; border-radius: 8px; background: #fff; overflow: hidden; overflow-wrap: anywhere }
.avatar { flex: none; width: 36px; height: 36px; border-radius: 6px; background: #4338ca; color: #fff; font-weight: 700; text-align: center; line-height: 36px }
.main { min-width: 0; flex: 1 } .who { font-weight: 700 } .who span { margin-left: 6px; color: #889; font-size: 11px; font-weight: 400 }
.title { font-weight: 700 } .text { max-height: 210px; overflow: hidden; white-space: pre-wrap; unicode-bidi: plaintext }
.facts { margin-top: 6px; color: #556; font-size: 12px } .open { color: #1264a3; font-size: 12px; text-decoration: none }
details { margin-top: 4px; font-size: 11px; color: #667 } pre { max-height: 260px; margin: 4px 0 0; overflow: auto; padding: 8px; border-radius: 6px; background: #1e2430; color: #d7deea; font-size: 11px; white-space: pre-wrap; overflow-wrap: anywhere }
iframe { width: 100%; height: 300px; border: 0; border-radius: 8px; background: #fff }
.slack .title, .mattermost .title { font-size: 17px; font-weight: 800 }
.slack .foot, .mattermost .foot, .rocket-chat .foot { margin-top: 6px; padding-left: 10px; border-left: 4px solid var(--colour) }
.discord { background: #313338; color: #dbdee1 } .discord .body { margin-top: 4px; padding: 10px 12px; border-left: 4px solid var(--colour); border-radius: 4px; background: #2b2d31 }
.discord .avatar, .matrix .avatar, .mattermost .avatar { border-radius: 50% } .discord .title { color: #00a8fc } .discord .facts { color: #b5bac1 } .discord .open { color: #00a8fc }
.teams .body, .google-chat .body { margin-top: 6px; padding: 12px; border: 1px solid #ddd; border-radius: 6px; box-shadow: 0 1px 3px #0002 }
.teams .title { font-size: 18px; color: var(--colour) } .teams .open, .google-chat .open { display: inline-block; margin-top: 8px; padding: 4px 12px; border: 1px solid #ccc; border-radius: 4px; color: #242424; font-weight: 600 }
.google-chat .body { border-radius: 14px } .google-chat .open { border-radius: 16px; color: #0b57d0 } .google-chat .facts { color: var(--colour) }
.zulip { border-left: 6px solid #76ce90; border-radius: 2px } .matrix .facts::before { content: "■ "; color: var(--colour) }
.telegram, .whatsapp, .twilio, .sms { padding: 14px } .telegram { background: #8fb98a } .whatsapp { background: #efeae2 } .twilio, .sms { background: #fff }
.telegram .avatar, .whatsapp .avatar, .twilio .avatar, .sms .avatar, .telegram .who, .whatsapp .who, .twilio .who, .sms .who { display: none }
.telegram .main, .whatsapp .main, .twilio .main, .sms .main { padding: 8px 11px; border-radius: 12px 12px 12px 2px; background: #fff }
.whatsapp .main { border-radius: 0 10px 10px 10px } .telegram .facts { font-style: italic }
.twilio .main, .sms .main { border-radius: 18px; background: #e9e9eb } .twilio .title { font-weight: 400 }
.ntfy, .gotify, .pushover, .web-push { border-radius: 18px; background: #ffffffd9; box-shadow: 0 4px 14px #0002 } .ntfy .avatar { background: #338574 } .gotify .avatar { background: #71caee } .pushover .avatar { background: #249df1 }
.pagerduty { border-top: 4px solid var(--colour); border-radius: 4px } .pagerduty .avatar { background: #06ac38 } .pagerduty .title { font-size: 15px }
`;
