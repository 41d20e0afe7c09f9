// The layout of a room: title and acts, then a list and beside it the panel of what is selected.

import { type ReactElement, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../islands/ui/classes.ts'
import type { Elements } from '../../islands/ui/own-element.tsx'
import card from './card.module.css'
import styles from './room.module.css'

interface RoomProps {
  title: string
  /** Beside the title. */
  acts?: ReactNode
  children: Elements
}

export function Room({ title, acts, children }: RoomProps): ReactElement {
  const { t } = useTranslation('office')
  useEffect(() => {
    document.title = `${title} · ${t('title')}`
  }, [title, t])
  return (
    <>
      <div className={styles.top}>
        <h1>{title}</h1>
        <div className={styles.acts}>{acts}</div>
      </div>
      {children}
    </>
  )
}

interface SplitProps {
  children: Elements
  /** May be loaded on demand. */
  panel: Elements
  /** The panel is what is read, and the list beside it is short. */
  wide?: boolean
}

/** A list, and the panel of the selected entry; the panel is before the list where there is no room beside it. */
export function Split({ children, panel, wide }: SplitProps): ReactElement {
  return (
    <div className={styles.split} data-open={panel !== null || undefined} data-wide={wide || undefined}>
      <div className={styles.list}>{children}</div>
      <Suspense fallback={null}>{panel}</Suspense>
    </div>
  )
}

interface PanelProps {
  title: string
  /** The link that closes it. */
  close: Elements
  children: Elements
}

export function Panel({ title, close, children }: PanelProps): ReactElement {
  const element = useRef<HTMLElement>(null)
  // Where it is before the list, a press far down the list would show nothing.
  useEffect(() => {
    const top = element.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > innerHeight) element.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section ref={element} className={classes(card.card, styles.panel)} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {close}
      </header>
      {children}
    </section>
  )
}

/** Names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactElement {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
