import Button from '@cloudscape-design/components/button';
import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { Link, useNavigate } from 'react-router';
import type { Me } from '../api/types.ts';
import { useOpenCommands } from '../commands/commands.tsx';
import type { CurrentOrganization } from '../session/organization.tsx';
import { useSession } from '../session/session.tsx';
import { Actions } from './actions.tsx';
import { MARK, PRODUCT } from './brand.ts';
import { useIsPhone } from './is-phone.ts';
import { useTheme } from './theme.ts';

interface TopBarProps {
  readonly me?: Me;
  readonly current?: CurrentOrganization;
}

/** The bar above everything: whose page it is, organizations, theme, sign-out. */
export function TopBar({ me, current }: TopBarProps) {
  return (
    <header className="top-bar">
      <Link to="/" className="brand">
        <img src={MARK} alt="" width="28" height="28" />
        {PRODUCT}
      </Link>
      <Actions>
        {current !== undefined && <PaletteButton />}
        <ThemeButton />
        {me !== undefined && <Menus me={me} {...(current && { current })} />}
      </Actions>
    </header>
  );
}

function PaletteButton() {
  const open = useOpenCommands();
  return <Button variant="icon" iconName="search" ariaLabel="Search (Ctrl+K)" onClick={() => open('palette')} />;
}

function ThemeButton() {
  const { isDark, toggle } = useTheme();
  const Icon = isDark ? Sun : Moon;
  return (
    <Button
      variant="icon"
      iconSvg={<Icon aria-hidden />}
      ariaLabel={isDark ? 'Light theme' : 'Dark theme'}
      onClick={toggle}
    />
  );
}

const NEW = 'new';
const SIGN_OUT = 'sign-out';

interface MenusProps {
  readonly me: Me;
  readonly current?: CurrentOrganization;
}

/** Two menus; on a telephone, one. */
function Menus({ me, current }: MenusProps) {
  const navigate = useNavigate();
  const { signOut } = useSession();
  const isPhone = useIsPhone();
  const follow = ({ detail: { id } }: { readonly detail: { readonly id: string } }) => {
    if (id === SIGN_OUT) void signOut().then(() => navigate('/'));
    else void navigate(id === NEW ? '/new-organization' : `/o/${id}/`);
  };
  const organization = current?.name ?? 'Organizations';
  const account = me.user?.email ?? 'Management token';
  const organizations: ButtonDropdownProps.Items = [
    ...me.organizations.map(({ id, name, role }) => ({ id, text: name, description: role })),
    { id: NEW, text: 'New organization' },
  ];
  const leaving: ButtonDropdownProps.Items = [{ id: SIGN_OUT, text: 'Sign out' }];
  if (isPhone) {
    return (
      <ButtonDropdown
        variant="icon"
        ariaLabel="Organizations and account"
        items={[
          { text: 'Organizations', items: organizations },
          { text: account, items: leaving },
        ]}
        onItemClick={follow}
      />
    );
  }
  return (
    <Actions>
      <ButtonDropdown items={organizations} ariaLabel={`Organization: ${organization}`} onItemClick={follow}>
        <bdi className="one-line short">{organization}</bdi>
      </ButtonDropdown>
      <ButtonDropdown items={leaving} ariaLabel={`Account: ${account}`} onItemClick={follow}>
        <bdi className="one-line">{account}</bdi>
      </ButtonDropdown>
    </Actions>
  );
}
