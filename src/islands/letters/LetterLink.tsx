// A link to another place of the letters: the page stays, but for a press that asks for another tab.
import type { ComponentProps, MouseEvent, ReactElement } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { type LetterPlace, type LetterPlaces, placeHref } from './letter-place.ts'

/** Returns what a link to a place needs. */
export function linkTo(place: LetterPlace, go: LetterPlaces['go']) {
  return {
    href: placeHref(place),
    onClick: (event: MouseEvent<HTMLAnchorElement>): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      go(place)
    },
  }
}

interface LetterLinkProps {
  readonly to: LetterPlace
  readonly go: LetterPlaces['go']
  readonly icon?: string
  readonly tone?: ComponentProps<typeof Button>['tone']
  readonly children: string
}

/** A link that looks like a button. */
export function LetterLink({ to, go, icon, tone, children }: LetterLinkProps): ReactElement {
  return (
    <Button {...linkTo(to, go)} icon={icon} tone={tone}>
      {children}
    </Button>
  )
}
