import { Duration, type SecretValue, Token } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  IntegrationPattern,
  JsonPath,
  TaskInput,
  type TaskStateBaseProps,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { readWanted } from '../../core/ask/wanted.ts';
import { type Fault, InvalidDeclaration } from './invalid.ts';
import type { Webhook } from './webhook.ts';

/** One of the things that people may answer. */
export interface AskOptionProps {
  /** What the state machine gets: 1 to 40 letters, digits, `_` or `-`. */
  readonly id: string;
  /** What people read: 40 characters at most. */
  readonly label: string;
  /** @default none */
  readonly style?: 'primary' | 'danger';
}

/** A question in a state machine. Texts may be `JsonPath.stringAt(…)` or `JsonPath.format(…)`. */
export interface AskTaskProps extends Pick<
  TaskStateBaseProps,
  'comment' | 'stateName' | 'inputPath' | 'resultSelector' | 'resultPath' | 'outputPath'
> {
  /** Where it is asked: it requires its key, and has a link with `answers`. */
  readonly webhook: Webhook;
  /** The key of the webhook, as a `SecretValue` of Secrets Manager or of a SecureString parameter. */
  readonly apiKey: SecretValue;
  /** @default none */
  readonly title?: string;
  readonly message: string;
  /** One to five. */
  readonly options: readonly AskOptionProps[];
  /** Whether people may add words, or answer in words alone. @default false */
  readonly text?: boolean;
  /** @default Duration.minutes(10) */
  readonly expiresIn?: Duration;
  /** The option that counts when nobody answers in time. @default the state fails with `AskExpired` */
  readonly onExpiry?: string;
  /** Only these decide: `<kind>:<id of the user at the vendor>`, or the address of a member. @default everybody who may */
  readonly approvers?: readonly string[];
}

/** The router tells of an end within a minute or so, and tries again each minute. */
const LATER = Duration.minutes(10);

/**
 * A state that asks people and waits: its result is the answer, `{"option","text","by","channelId","at"}`. It fails with
 * `AskExpired` or `AskCancelled`, and at once with `AskRefused` when the router does not take the ask. The setting
 * `STEP_FUNCTIONS` of the router must name the state machine, which therefore needs a name of its own, and is a standard
 * one in JSONPath.
 *
 * A function of the webhook's stack sends the ask: tasks of HTTP cannot wait for an answer, and through a bus of
 * EventBridge other rules would see the token, and nobody a refusal. Only that function reads the key.
 */
export class AskTask extends LambdaInvoke {
  /** Without the right to call versions of the function: there are none. */
  protected override readonly taskPolicies: PolicyStatement[];

  /** @throws InvalidDeclaration when the API would refuse it. */
  constructor(scope: Construct, id: string, props: AskTaskProps) {
    const { webhook, apiKey, title, message, options, text, onExpiry, approvers, ...state } = props;
    const { expiresIn = Duration.minutes(10), ...paths } = state;
    const ask = {
      options: options.map((option) => ({ ...option })),
      ...(text !== undefined && { text }),
      expiresIn: expiresIn.toSeconds(),
      ...(onExpiry !== undefined && { onExpiry }),
      ...(approvers !== undefined && { approvers }),
    };
    const faults = askFaults(ask);
    if (faults.length > 0) throw new InvalidDeclaration(`${scope.node.path}/${id}`, faults);
    const lambdaFunction = webhook.asker(apiKey);
    const asking = { ...(title !== undefined && { title }), message };
    super(scope, id, {
      ...paths,
      lambdaFunction,
      integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
      payload: TaskInput.fromObject({
        webhook: webhook.publicId,
        asking: { ...asking, ask: { ...ask, taskToken: JsonPath.taskToken } },
      }),
      taskTimeout: Timeout.duration(expiresIn.plus(LATER)),
    });
    this.taskPolicies = [
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [lambdaFunction.functionArn] }),
    ];
    this.addRetry({ errors: ['AskNotSent'], interval: Duration.seconds(5), maxAttempts: 5 });
  }
}

interface WrittenAsk {
  readonly options: readonly AskOptionProps[];
  readonly onExpiry?: string;
  readonly approvers?: readonly string[];
}

/** What the router would refuse, but for texts that only the execution knows. */
function askFaults({ options, onExpiry, approvers = [], ...ask }: WrittenAsk): Fault[] {
  const known = options.map((option, index) => ({
    ...option,
    id: knownOr(`option${index}`, option.id),
    label: knownOr('label', option.label),
  }));
  const read = readWanted({
    ask: {
      ...ask,
      options: known,
      ...(onExpiry !== undefined && { onExpiry: knownOr(known[0]?.id ?? '', onExpiry) }),
      approvers: Token.isUnresolved(approvers) ? [] : approvers.map((approver) => knownOr('slack:U', approver)),
    },
  });
  if (read.kind === 'wanted') return [];
  return read.issues.map(({ path, message }) => ({ path: path.replace(/^ask\./, ''), message }));
}

const knownOr = (standIn: string, text: string): string => (Token.isUnresolved(text) ? standIn : text);
