// The tabs of the dashboard: their names in the address, and the module that each loads when it is first shown.
import type { ComponentType } from 'react'
import { loadPart } from '../../../stores/kernel/load-part.ts'

export const TABS = [
  'items',
  'withdrawals',
  'waiting',
  'letters',
  'battles',
  'history',
  'orders',
  'rolls',
  'mirror',
  'settings',
] as const

export type TabName = (typeof TABS)[number]

export const TAB_ICONS: Readonly<Record<TabName, string>> = {
  items: 'cases',
  withdrawals: 'steam',
  waiting: 'pause',
  letters: 'letter',
  battles: 'battles',
  history: 'clock',
  orders: 'deposit',
  rolls: 'dice',
  mirror: 'eye',
  settings: 'settings',
}

/** Loads the content of a tab; each is a module of its own, so that the page loads only the tabs that are opened. */
export const LOAD_TAB: Readonly<Record<TabName, () => Promise<ComponentType>>> = {
  items: async () => (await loadPart(() => import('./ItemsTab.tsx'))).ItemsTab,
  withdrawals: async () => (await loadPart(() => import('../../withdrawal/Withdrawals.tsx'))).Withdrawals,
  waiting: async () => (await loadPart(() => import('../../waiting/WaitingTab.tsx'))).WaitingTab,
  letters: async () => (await loadPart(() => import('../../letters/LettersTab.tsx'))).LettersTab,
  battles: async () => (await loadPart(() => import('../../battles/history/BattlesTab.tsx'))).BattlesTab,
  history: async () => (await loadPart(() => import('./HistoryTab.tsx'))).HistoryTab,
  orders: async () => (await loadPart(() => import('../../payments/DepositHistory.tsx'))).DepositHistory,
  rolls: async () => (await loadPart(() => import('./RollsTab.tsx'))).RollsTab,
  mirror: async () => (await loadPart(() => import('../mirror/MirrorTab.tsx'))).MirrorTab,
  settings: async () => (await loadPart(() => import('./SettingsTab.tsx'))).SettingsTab,
}

/** Returns the tab that an address names (`?tab=history`), or the items when it names no known one. */
export function tabIn(search: string): TabName {
  const named = new URLSearchParams(search).get('tab')
  return TABS.find((tab) => tab === named) ?? 'items'
}

/** Returns the tab that a key moves to; null for keys that do not move. */
export function tabAfter(key: string, from: TabName): TabName | null {
  const at = TABS.indexOf(from)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % TABS.length,
    ArrowLeft: (at + TABS.length - 1) % TABS.length,
    Home: 0,
    End: TABS.length - 1,
  }
  const next = steps[key]
  return next === undefined ? null : (TABS[next] ?? null)
}
