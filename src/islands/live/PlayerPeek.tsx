// What the live drops show of a player below their card: the level, the best drop, and the cases that they opened last.
import { useStore } from '@nanostores/react'
import { type ReactElement, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { casePath } from '../../game/cases/case-path.ts'
import { itemName } from '../../game/catalogue/display-name.ts'
import type { Profile } from '../../protocol/account.ts'
import type { LiveDrop } from '../../protocol/live.ts'
import { isUnknownCall } from '../../stores/kernel/api.ts'
import { $peek, closePeek, keepPeek, leavePeek, profileOf } from '../../stores/live/player-peek.ts'
import { classes } from '../ui/classes.ts'
import { ItemPicture } from '../ui/items/ItemPicture.tsx'
import light from '../ui/items/rarity-light.module.css'
import { smallCrate } from '../ui/items/small-crate.ts'
import { Price } from '../ui/money/Price.tsx'
import { Avatar } from '../ui/players/Avatar.tsx'
import styles from './player-peek.module.css'

const CASES_MOST = 4
const EDGE_PX = 8

/** Returns the cases of drops, each once. */
function casesOf(drops: readonly LiveDrop[]): NonNullable<LiveDrop['case']>[] {
  const cases = new Map(drops.flatMap(({ case: box }) => (box === undefined ? [] : [[box.url, box] as const])))
  return [...cases.values()].slice(0, CASES_MOST)
}

export function PlayerPeek(): ReactElement | null {
  const peek = useStore($peek, { ssr: 'initial' })
  const [profile, setProfile] = useState<Profile | null>(null)
  const playerId = peek?.playerId ?? null
  useEffect(() => {
    if (playerId === null) return
    let isGone = false
    setProfile((shown) => (shown?.id === playerId ? shown : null))
    profileOf(playerId).then(
      (read) => {
        if (!isGone) setProfile(read)
      },
      (fault: unknown) => {
        // A server without public profiles, or without this one, has nothing to show.
        if (!isUnknownCall(fault)) console.error('Failed to load a player', fault)
        closePeek()
      },
    )
    return () => {
      isGone = true
    }
  }, [playerId])
  // A player who has become hidden meanwhile has no name: nothing is shown of them.
  if (peek === null || profile?.id !== playerId || profile.username === null) return null
  return <PeekCard key={profile.id} profile={profile} card={peek.card} />
}

/** Returns the style that places the card below a drop, within the window. */
function usePlace(card: HTMLElement): RefObject<HTMLElement | null> {
  const own = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = own.current
    if (element === null) return
    const { left, bottom } = card.getBoundingClientRect()
    const most = document.documentElement.clientWidth - element.offsetWidth - EDGE_PX
    element.style.left = `${Math.max(EDGE_PX, Math.min(left, most))}px`
    element.style.top = `${bottom + EDGE_PX / 2}px`
  })
  return own
}

function PeekCard({ profile, card }: { profile: Profile; card: HTMLElement }): ReactElement {
  const { t, i18n } = useTranslation('live')
  const language = i18n.language as Language
  const own = usePlace(card)
  const { id, username, avatar, lvl, best, recent } = profile
  const cases = casesOf(recent)
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') closePeek()
    }
    document.addEventListener('keydown', onKey, { signal })
    // Captured: the row of cards scrolls too, and then another card is above this one.
    window.addEventListener('scroll', closePeek, { signal, passive: true, capture: true })
    return () => gone.abort()
  }, [])
  return (
    <aside
      ref={own}
      className={styles.peek}
      aria-label={t('profile', { name: username, level: lvl })}
      onPointerEnter={keepPeek}
      onPointerLeave={leavePeek}
      onFocus={keepPeek}
      onBlur={leavePeek}
    >
      <a className={styles.player} href={`/user/${id}`}>
        <Avatar src={avatar} name="" level={lvl} size={44} />
        <span className={styles.words}>
          <span className={styles.name}>{username}</span>
          <span>{t('player.level', { level: lvl })}</span>
        </span>
      </a>
      {best === null ? null : (
        <div className={classes(light.lit, styles.best)} data-rarity={best.item.rarity}>
          <span className={styles.picture}>
            <ItemPicture item={best.item} size="s" lazy={false} />
          </span>
          <span className={styles.words}>
            <span>{t('player.best')}</span>
            <span className={styles.item}>{itemName(best.item, language)}</span>
            <Price cents={best.price} className={styles.price} />
          </span>
        </div>
      )}
      {cases.length === 0 ? null : (
        <>
          <p>{t('player.cases')}</p>
          <ul className={styles.cases}>
            {cases.map(({ url, image, name }) => (
              <li key={url}>
                <a href={casePath(url)} title={name[language]} aria-label={name[language]}>
                  <img src={smallCrate(url, image)} alt="" width="48" height="48" />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
