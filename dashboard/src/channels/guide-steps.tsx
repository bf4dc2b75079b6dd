import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';

interface GuideStepsProps {
  readonly steps: readonly string[];
  readonly at?: string | undefined;
}

/** What to do elsewhere first, and where. */
export function GuideSteps({ steps, at }: GuideStepsProps) {
  return (
    <SpaceBetween size="xs">
      <ol className="numbered">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {at !== undefined && (
        <Link external href={at}>
          Open {new URL(at).host}
        </Link>
      )}
    </SpaceBetween>
  );
}
