import { describeAlertHeads } from '../../contract/alerts/alert-heads-contract.ts';
import { memoryAlertHeads } from '../../fakes/alerts.ts';

describeAlertHeads('in memory', () => memoryAlertHeads());
