// Where in the letters the player is, as the address says: the list, a letter, or a new one about something.
import { useEffect, useState } from 'react'
import { LETTER_SUBJECTS } from '../../game/letters/letters.ts'
import type { LetterAbout } from '../../stores/letters/letters.ts'

export type LetterPlace =
  | { readonly kind: 'list' }
  | { readonly kind: 'letter'; readonly id: string }
  | { readonly kind: 'new'; readonly about: LetterAbout; readonly appeal: boolean }

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads a place from the query of an address. */
function placeIn(search: string): LetterPlace {
  const query = new URLSearchParams(search)
  const letter = query.get('letter')
  if (letter !== null && ID.test(letter)) return { kind: 'letter', id: letter }
  const [name, id = ''] = (query.get('about') ?? '').split(':')
  const kind = LETTER_SUBJECTS.find((subject) => subject === name)
  if (kind === undefined || (kind !== 'player' && !ID.test(id))) return { kind: 'list' }
  const about = { kind, id: kind === 'player' ? null : id }
  return { kind: 'new', about, appeal: kind === 'withdrawal' && query.has('appeal') }
}

/** Returns the address of a place. */
export function placeHref(place: LetterPlace): string {
  if (place.kind === 'list') return '/dashboard?tab=letters'
  if (place.kind === 'letter') return `/dashboard?tab=letters&letter=${place.id}`
  const { about, appeal } = place
  const subject = about.id === null ? about.kind : `${about.kind}:${about.id}`
  return `/dashboard?tab=letters&about=${subject}${appeal ? '&appeal' : ''}`
}

export interface LetterPlaces {
  readonly place: LetterPlace
  /** Whether the player came here from another place of this page: the focus follows. */
  readonly isMoved: boolean
  /** Goes to another place; `replace` for one that took the place of this one. */
  go(place: LetterPlace, how?: 'push' | 'replace'): void
}

/** Follows the address. */
export function useLetterPlace(): LetterPlaces {
  const [state, setState] = useState(() => ({ place: placeIn(location.search), isMoved: false }))
  useEffect(() => {
    const moved = (): void => setState({ place: placeIn(location.search), isMoved: true })
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  }, [])
  return {
    ...state,
    go: (place, how = 'push') => {
      const href = placeHref(place)
      if (how === 'push') history.pushState(null, '', href)
      else history.replaceState(history.state, '', href)
      setState({ place, isMoved: true })
    },
  }
}
