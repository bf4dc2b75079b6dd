import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { useEffect, useState } from 'react';

const KEY = 'notification-router.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** The theme, light or dark: the one chosen here, else the one of the system. */
export function useTheme(): { readonly isDark: boolean; readonly toggle: () => void } {
  const [isDark, setDark] = useState(() => {
    const chosen = localStorage.getItem(KEY);
    return chosen === null ? dark.matches : chosen === 'dark';
  });
  useEffect(() => {
    applyMode(isDark ? Mode.Dark : Mode.Light);
  }, [isDark]);
  const toggle = () => {
    localStorage.setItem(KEY, isDark ? 'light' : 'dark');
    setDark(!isDark);
  };
  return { isDark, toggle };
}
