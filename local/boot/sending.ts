import type { Resources } from '../assembly/resources.ts';
import { eventBridgeNeeds, lambdaNeeds, sesNeeds, smsNeeds, snsNeeds } from '../door/access/sending.ts';
import type { Door } from '../door/door.ts';
import { cognitoNeeds, cognitoService } from '../door/services/cognito.ts';
import { eventBridgeService } from '../door/services/eventbridge.ts';
import { kmsNeeds, kmsService } from '../door/services/kms.ts';
import { secretsManagerNeeds, secretsManagerService, ssmNeeds, ssmService } from '../door/services/secrets-manager.ts';
import { lambdaService } from '../door/services/lambda.ts';
import { sesService } from '../door/services/ses.ts';
import { smsService } from '../door/services/sms.ts';
import { snsService } from '../door/services/sns.ts';
import { statesNeeds, statesService } from '../door/services/states.ts';
import type { Accounts } from '../oidc/accounts.ts';
import { EmailEventPublisher, eventDestinationsOf } from '../sending/email-events.ts';
import { destinationsOf, EventRules, eventRulesOf } from '../sending/event-rules.ts';
import { openInbox, type Inbox } from '../sending/inbox.ts';
import { postPatiently } from '../sending/post.ts';
import { SentLog } from '../sending/sent-log.ts';
import { addressSubscriptionsOf, subscriptionsOf, Topics } from '../sending/topics.ts';
import type { Functions } from './functions.ts';

/** The services that messages leave by, and the keys that secrets are sealed with. */
export interface SendingServices {
  readonly inbox: Inbox;
  /** Lets topics, mail and functions reach the functions of the templates. */
  connect(resources: Resources, functions: Functions): void;
  /** Lets topics and rules reach addresses, once these are known. */
  connectAddresses(resources: Resources): void;
}

/** Opens the services behind the door that only send, and KMS. */
export async function openSending(door: Door, dataDir: string, accounts: Accounts): Promise<SendingServices> {
  const sent = new SentLog(dataDir);
  const topics = new Topics(sent);
  const events = new EmailEventPublisher(topics);
  const rules = new EventRules();
  const inbox = await openInbox();
  door.serve('kms', kmsService(dataDir), { needs: kmsNeeds(dataDir) });
  door.serve('sns', snsService(topics), { needs: snsNeeds });
  door.serve('events', eventBridgeService(sent, rules), { needs: eventBridgeNeeds });
  door.serve('sms-voice', smsService(sent), { needs: smsNeeds });
  door.serve('ses', sesService(inbox, events), { needs: sesNeeds });
  door.serve('states', statesService(sent), { needs: statesNeeds });
  door.serve('ssm', ssmService(dataDir), { needs: ssmNeeds });
  door.serve('cognito-idp', cognitoService(accounts, sent), { needs: cognitoNeeds });
  return {
    inbox,
    connect(resources, functions) {
      topics.connect(subscriptionsOf(resources), functions.invoke);
      events.connect(eventDestinationsOf(resources));
      door.serve('lambda', lambdaService(functions.invoke), { needs: lambdaNeeds });
      const made = new Set(resources.ofType('AWS::SecretsManager::Secret', {}).map(({ physicalName }) => physicalName));
      const secrets = secretsManagerService(dataDir, (name) => made.has(name));
      door.serve('secretsmanager', secrets, { needs: secretsManagerNeeds });
    },
    connectAddresses(resources) {
      topics.connectAddresses(addressSubscriptionsOf(resources), postPatiently);
      rules.connect(eventRulesOf(resources), destinationsOf(resources), postPatiently);
    },
  };
}
