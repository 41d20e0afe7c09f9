// The frame around the rooms: who is signed in, the rooms, the state of the audit's chain.

import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/Button.tsx'
import { officeBrand } from '../parts/brand.ts'
import { useDisabledReason } from '../session/ActButton.tsx'
import { Fault } from '../session/Fault.tsx'
import { FreshGate } from '../session/Fresh.tsx'
import { changeLanguage } from '../session/language.ts'
import { Outcomes } from '../session/outcome.tsx'
import { PageActions } from '../session/page-actions.tsx'
import { sessionQuery, useOwnSession } from '../session/session.ts'
import { ClosedRoom } from './Absent.tsx'
import { Account } from './Account.tsx'
import { ChainFooter } from './ChainFooter.tsx'
import styles from './frame.module.css'
import { PasskeyBanner } from './PasskeyBanner.tsx'
import { RoomLinks } from './RoomLinks.tsx'
import { ROOMS } from './rooms.ts'

/** Most who open the office are signed in. */
const SignIn = lazy(async () => ({ default: (await import('./SignIn.tsx')).SignIn }))
const loadPalette = () => import('./Palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

export function Frame(): ReactElement {
  const { data, error, refetch } = useQuery(sessionQuery)
  const { t } = useTranslation('office')
  if (data === undefined) {
    return error === null ? (
      <main className={styles.start} aria-busy="true" />
    ) : (
      <main className={styles.start}>
        <Fault error={error} />
        <Button icon="refresh" onClick={() => void refetch()}>
          {t('again')}
        </Button>
      </main>
    )
  }
  if (data.staff === null) {
    return (
      <Suspense fallback={<main className={styles.start} aria-busy="true" />}>
        <SignIn mode={data.mode} />
      </Suspense>
    )
  }
  return (
    <FreshGate>
      <Outcomes>
        <PageActions>
          <OpenFrame />
        </PageActions>
      </Outcomes>
    </FreshGate>
  )
}

/** Follows the language that the member chose, which another device may have changed; without one the page stays as it is. */
function useOwnLanguage(): void {
  const { language } = useOwnSession().staff
  useEffect(() => {
    if (language !== null) void changeLanguage(language)
  }, [language])
}

/** As the keyboards of the reader's system have them. */
const PALETTE_KEYS = /Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** Opens and closes the palette by Ctrl K or Command K. */
function usePalette(): { isOpen: boolean; setOpen: (isOpen: boolean) => void } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const toggle = (event: KeyboardEvent): void => {
      // Loaded while the hand goes on to K: what is typed next is for its field.
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette().catch(() => undefined)
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen((was) => !was)
    }
    addEventListener('keydown', toggle)
    return () => removeEventListener('keydown', toggle)
  }, [])
  return { isOpen, setOpen }
}

/** The room of the address; one that the reader may not enter says so, and asks the server for nothing. */
function OpenRoom(): ReactElement {
  const { t } = useTranslation('office')
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  const room = ROOMS.find((other) => other.path === path)
  const reason = useDisabledReason(room?.verb ?? 'session.own')
  return room === undefined || reason === undefined ? (
    <Suspense>
      <Outlet />
    </Suspense>
  ) : (
    <ClosedRoom title={t(`rooms.${room.id}`)} reason={reason} />
  )
}

function OpenFrame(): ReactElement {
  const { t } = useTranslation('office')
  const { isOpen, setOpen } = usePalette()
  useOwnLanguage()
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#room">
        {t('skip')}
      </a>
      <header className={styles.side}>
        <div className={styles.brand}>
          <span className={styles.word}>{officeBrand()}</span>
          <span className={styles.office}>{t('title')}</span>
        </div>
        <button type="button" className={styles.search} onClick={() => setOpen(true)}>
          <span>{t('palette.open')}</span>
          <kbd>{PALETTE_KEYS}</kbd>
        </button>
        <RoomLinks />
      </header>
      <main id="room" tabIndex={-1} className={styles.room}>
        <PasskeyBanner />
        <OpenRoom />
      </main>
      <Account />
      <ChainFooter />
      {isOpen ? (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
