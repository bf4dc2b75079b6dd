import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, failureText } from '../api/api-error.ts';
import { Failure } from '../feedback/failure.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { useSession } from './session.tsx';

/** What is shown to somebody who is not signed in, at whatever address. */
export function SignInPage() {
  const { login } = useSession();
  return (
    <>
      <TopBar />
      <main className="narrow-page">
        <Container header={<Header variant="h1">Sign in</Header>}>
          <SpaceBetween size="l">
            <Box variant="p">Webhooks in, notifications out. Choose where they go, and see where they went.</Box>
            {login === undefined ? <TokenForm /> : <WithLogin />}
          </SpaceBetween>
        </Container>
      </main>
    </>
  );
}

/** Asks somebody to sign in again, above the page, which keeps what was typed into it. */
export function SignInAgain() {
  const { login, signOut } = useSession();
  return (
    <Modal visible header="Your session has ended" closeAriaLabel="Sign out" onDismiss={() => void signOut()}>
      <SpaceBetween size="l">
        <Box variant="p">Sign in again to continue. What you typed is still there.</Box>
        {login === undefined ? <TokenForm /> : <WithLogin isAgain />}
      </SpaceBetween>
    </Modal>
  );
}

function WithLogin({ isAgain = false }: { readonly isAgain?: boolean }) {
  const { login, resume } = useSession();
  const [failure, setFailure] = useState<unknown>();
  const { pathname, search } = useLocation();
  const start = async () => {
    if (!isAgain) return login?.start(pathname + search);
    await login?.again(pathname + search);
    return resume();
  };
  return (
    <SpaceBetween size="l">
      {failure !== undefined && <Failure error={failure} />}
      <Button variant="primary" onClick={() => void start().catch(setFailure)}>
        Sign in
      </Button>
      <ExpandableSection headerText="Use a management token instead">
        <TokenForm />
      </ExpandableSection>
    </SpaceBetween>
  );
}

const TOKEN = /^nrm_[0-9a-f]{64}$/;

const REFUSED = 'This token does not work. It may have been revoked, or have expired.';

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

function TokenForm() {
  const { signInWith } = useSession();
  const [token, setToken] = useState('');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = () => {
    if (!TOKEN.test(token.trim())) return setFault('A management token is nrm_ and 64 hexadecimal characters.');
    setBusy(true);
    signInWith(token.trim())
      .catch((error: unknown) => setFault(isRefusal(error) ? REFUSED : failureText(error)))
      .finally(() => setBusy(false));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SpaceBetween size="m">
        <FormField
          label="Management token"
          description="An owner creates them under Tokens. On your own machine, it is in credentials.json."
          errorText={fault}
        >
          <Input
            type="password"
            value={token}
            autoComplete={false}
            placeholder="nrm_"
            onChange={({ detail }) => setToken(detail.value)}
          />
        </FormField>
        <Button formAction="submit" loading={isBusy}>
          Use the token
        </Button>
      </SpaceBetween>
    </form>
  );
}
