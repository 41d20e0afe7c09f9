// The part of react-i18next that islands use. The browser's build has it in place of react-i18next (scripts/browser-i18next.mjs): a page
// has one language, so that no component has to listen for another one.
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
import type { BrowserI18n, FixedT } from '../i18n/browser-i18next.ts'

const Texts = createContext<BrowserI18n | null>(null)

interface ProviderProps {
  readonly i18n: BrowserI18n
  readonly children?: ReactNode
}

/** Gives an instance to the components below. */
export function I18nextProvider({ i18n, children }: ProviderProps): ReactElement {
  return createElement(Texts, { value: i18n }, children)
}

/**
 * Returns the function of the texts of a namespace, the first of several, and the instance.
 *
 * @throws outside of a provider
 */
export function useTranslation(namespaces: string | readonly string[] = 'common'): { t: FixedT; i18n: BrowserI18n } {
  const i18n = useContext(Texts)
  if (i18n === null) throw new Error('There is no I18nextProvider around this component')
  const namespace = typeof namespaces === 'string' ? namespaces : namespaces[0]
  return { t: i18n.getFixedT(i18n.language, namespace ?? 'common'), i18n }
}
