// The tabs of the dashboard: their names in the address, and what each loads when it is first shown.
import type { ComponentType } from 'react'

export const ROOMS = ['items', 'withdrawals', 'history', 'orders', 'rolls', 'settings'] as const

export type Room = (typeof ROOMS)[number]

export const ROOM_ICONS: Readonly<Record<Room, string>> = {
  items: 'cases',
  withdrawals: 'steam',
  history: 'clock',
  orders: 'deposit',
  rolls: 'dice',
  settings: 'settings',
}

/** Each in a file of its own, so that the page loads only what is looked at. */
export const LOAD_ROOM: Readonly<Record<Room, () => Promise<ComponentType>>> = {
  items: async () => (await import('./ItemsRoom.tsx')).ItemsRoom,
  withdrawals: async () => (await import('../withdrawal/Withdrawals.tsx')).Withdrawals,
  history: async () => (await import('./HistoryRoom.tsx')).HistoryRoom,
  orders: async () => (await import('../deposit/History.tsx')).History,
  rolls: async () => (await import('./RollsRoom.tsx')).RollsRoom,
  settings: async () => (await import('./SettingsRoom.tsx')).SettingsRoom,
}

/** The tab that an address names: `?tab=history`; the items where it names none that is known. */
export function roomIn(search: string): Room {
  const named = new URLSearchParams(search).get('tab')
  return ROOMS.find((room) => room === named) ?? 'items'
}

/** The tab that a key leads to from another; null for keys that do not move. */
export function roomAfter(key: string, from: Room): Room | null {
  const at = ROOMS.indexOf(from)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % ROOMS.length,
    ArrowLeft: (at + ROOMS.length - 1) % ROOMS.length,
    Home: 0,
    End: ROOMS.length - 1,
  }
  const next = steps[key]
  return next === undefined ? null : (ROOMS[next] ?? null)
}
