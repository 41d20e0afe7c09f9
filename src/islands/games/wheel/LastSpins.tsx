// The last spins of all players, and the player's own with links to their proofs.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatDateTime, formatMoney } from '../../../i18n/format.ts'
import type { LastSpin, OwnSpin } from '../../../protocol/wheel.ts'
import { $wheel } from '../../../stores/games/wheel.ts'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from './last-spins.module.css'
import { prizeWords, rarityOf } from './words.ts'

const WHOSE = ['all', 'mine'] as const

type Whose = (typeof WHOSE)[number]

const ROWS = 8

export function LastSpins(): ReactElement {
  const { t } = useTranslation('wheel')
  const wheel = useStore($wheel, { ssr: 'initial' })
  const [whose, setWhose] = useState<Whose>('all')
  const options = WHOSE.map((value) => ({ value, label: t(`spins.${value}`) }))
  return (
    <div className={styles.spins}>
      <div className={styles.head}>
        <h2 id="wheel-spins">{t('spins.title')}</h2>
        <Segmented label={t('spins.whose')} options={options} value={whose} onChange={setWhose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby="wheel-spins">
        {wheel.status === 'ready' ? (
          <List whose={whose} last={wheel.last} own={wheel.own?.spins ?? null} />
        ) : (
          <div aria-hidden="true">
            {Array.from({ length: ROWS }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows to come are all alike
              <Skeleton key={place} height={44} className={styles.skeleton} />
            ))}
          </div>
        )}
      </section>
    </div>
  )
}

interface ListProps {
  readonly whose: Whose
  readonly last: readonly LastSpin[]
  /** Null for guests. */
  readonly own: readonly OwnSpin[] | null
}

function List({ whose, last, own }: ListProps): ReactElement {
  const { t } = useTranslation('wheel')
  if (whose === 'mine' && own === null) return <NoSpins words={t('spins.guest')} />
  const spins: readonly (LastSpin | OwnSpin)[] = whose === 'mine' ? (own ?? []) : last
  if (spins.length === 0) return <NoSpins words={t(whose === 'mine' ? 'spins.noneMine' : 'spins.none')} />
  return (
    <ol className={styles.list}>
      {spins.map((spin) => (
        <li key={spin.id}>
          <Row spin={spin} />
        </li>
      ))}
    </ol>
  )
}

function NoSpins({ words }: { words: string }): ReactElement {
  return (
    <p className={styles.none}>
      <Icon name="wheel" size={24} />
      {words}
    </p>
  )
}

/** Shows the player of a spin; a hidden player has no name and no page. */
function Player({ user: { id, username } }: Pick<LastSpin, 'user'>): ReactElement {
  const { t } = useTranslation('live')
  return username === null ? <span>{t('hidden')}</span> : <a href={`/user/${id}`}>{username}</a>
}

function Row({ spin }: { spin: LastSpin | OwnSpin }): ReactElement {
  const { t, i18n } = useTranslation('wheel')
  const language = i18n.language as Language
  const { prize, at, id } = spin
  const time = formatDateTime(at)
  const words = prizeWords(prize, language, t)
  return (
    <div className={styles.row} data-rarity={rarityOf(prize)}>
      <span className={styles.picture} data-kind={prize.kind}>
        {prize.kind === 'item' && <ItemPicture item={prize.item} size="s" />}
      </span>
      <p className={styles.words}>
        <span className={styles.prize}>
          <span>{words}</span>
          {prize.kind === 'item' && <span className={styles.price}>{formatMoney(prize.price)}</span>}
        </span>
        <span className={styles.who}>
          {'user' in spin ? <Player user={spin.user} /> : <span>{t(spin.free ? 'spins.free' : 'spins.paid')}</span>}
          <span> · </span>
          <time dateTime={new Date(at).toISOString()}>{time}</time>
        </span>
      </p>
      <a
        className={styles.proof}
        href={`/fairness?roll=${id}`}
        aria-label={t('spins.proofOf', { prize: words, time })}
        title={t('result.proof')}
      >
        <Icon name="shield" size={18} />
      </a>
    </div>
  )
}
