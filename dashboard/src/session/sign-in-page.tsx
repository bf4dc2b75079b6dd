import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useNotices } from '../feedback/notices.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { useSession } from './session.tsx';

/** What is shown to somebody who is not signed in, at whatever address. */
export function SignInPage() {
  const { login, notice } = useSession();
  return (
    <>
      <TopBar />
      <main className="narrow-page">
        <SpaceBetween size="l">
          {notice !== undefined && <Alert type="info">{notice}</Alert>}
          <Container header={<Header variant="h1">Sign in</Header>}>
            <SpaceBetween size="l">
              <Box variant="p">Webhooks in, notifications out: configure where they go and see where they went.</Box>
              {login === undefined ? <TokenForm /> : <WithLogin />}
            </SpaceBetween>
          </Container>
        </SpaceBetween>
      </main>
    </>
  );
}

function WithLogin() {
  const { login } = useSession();
  const { fail } = useNotices();
  const { pathname, search } = useLocation();
  return (
    <SpaceBetween size="l">
      <Button variant="primary" onClick={() => void login?.start(pathname + search).catch(fail)}>
        Sign in
      </Button>
      <ExpandableSection headerText="Use a management token instead">
        <TokenForm />
      </ExpandableSection>
    </SpaceBetween>
  );
}

const TOKEN = /^nrm_[0-9a-f]{64}$/;

function TokenForm() {
  const { signInWith } = useSession();
  const [token, setToken] = useState('');
  const [fault, setFault] = useState('');
  const submit = () => {
    if (TOKEN.test(token.trim())) signInWith(token.trim());
    else setFault('A management token is nrm_ and 64 hexadecimal characters. Copy the whole of it.');
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
          description="An owner issues them under Tokens. On your own machine it is in credentials.json."
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
        <Button formAction="submit">Use the token</Button>
      </SpaceBetween>
    </form>
  );
}
