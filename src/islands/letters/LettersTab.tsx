// The player's letters to the shop: the list, a thread, and a new letter, each at its own address.
import { type ReactElement, use, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lateTexts } from '../late-texts.ts'
import { LetterList } from './LetterList.tsx'
import { LetterThreadView } from './LetterThreadView.tsx'
import { type LetterPlaces, placeHref, useLetterPlace } from './letter-place.ts'
import styles from './letters.module.css'
import { NewLetter } from './NewLetter.tsx'

function Place({ place, go }: Omit<LetterPlaces, 'isMoved'>): ReactElement {
  switch (place.kind) {
    case 'list':
      return <LetterList go={go} />
    case 'letter':
      return <LetterThreadView key={place.id} id={place.id} go={go} />
    case 'new':
      return <NewLetter key={placeHref(place)} place={place} go={go} />
  }
}

export function LettersTab(): ReactElement {
  const { i18n } = useTranslation('letters')
  use(lateTexts(i18n, 'letters'))
  const { place, isMoved, go } = useLetterPlace()
  const element = useRef<HTMLDivElement>(null)
  const href = placeHref(place)
  // A screen reader says where a link of the letters led.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the address
  useEffect(() => {
    if (isMoved) element.current?.focus({ preventScroll: true })
  }, [href, isMoved])
  return (
    <div ref={element} className={styles.place} tabIndex={-1} data-next-focus="">
      <Place place={place} go={go} />
    </div>
  )
}
