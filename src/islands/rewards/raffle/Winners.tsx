// The last winners of all raffles, each with the proof of the draw.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { formatCount, formatDateTime } from '../../../i18n/format.ts'
import type { ClosedRaffle } from '../../../protocol/raffle.ts'
import { loadRaffleProof } from '../../../stores/rewards/raffle.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { Winner } from './Winner.tsx'
import styles from './winners.module.css'

export function Winners({ winners }: { winners: readonly ClosedRaffle[] }): ReactElement {
  const { t } = useTranslation('raffle')
  return (
    <section className={styles.winners} aria-labelledby="winners">
      <h2 id="winners">{t('winners.title')}</h2>
      {winners.length === 0 ? (
        <div className={styles.none}>
          <EmptyState icon="raffle" text={t('winners.none')} size="line" />
        </div>
      ) : (
        <ul>
          {winners.map((raffle) => (
            <Row key={raffle.id} raffle={raffle} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ raffle }: { raffle: ClosedRaffle }): ReactElement {
  const { t, i18n } = useTranslation('raffle')
  const language = i18n.language as Language
  const { id, kind, number, prize, players, winner, drawnAt } = raffle
  const { weapon, finish } = displayName(prize.item, language)
  const at = formatDateTime(drawnAt ?? 0)
  return (
    <li data-rarity={prize.item.rarity}>
      {winner !== null && <Winner winner={winner} size={40} />}
      <div className={styles.item}>
        <span>
          <ItemPicture item={prize.item} size="s" />
        </span>
        <span>
          <span className={styles.name}>{[weapon, finish].filter(Boolean).join(' · ')}</span>
          <Price cents={prize.price} />
        </span>
      </div>
      <p className={styles.time}>
        <span>{t('winners.of', { kind: t(`kind.${kind}`), number })}</span>
        <span suppressHydrationWarning>
          {at} · {t('winners.players', { count: players, shown: formatCount(players, language) })}
        </span>
      </p>
      <Button
        tone="ghost"
        icon="shield"
        aria-haspopup="dialog"
        aria-label={t('winners.check', { number })}
        onClick={() => void loadRaffleProof(id)}
      >
        {t('proof')}
      </Button>
    </li>
  )
}
