// One raffle: its prize, its players, the time left, and how to join. After its end the card waits for the draw and shows the winner.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import type { ClosedRaffle, DrawPlaceView, OpenRaffle, RafflesReply } from '../../../protocol/raffle.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { $watched, closeDraw, joinRaffle, loadRaffleProof, watchDraw } from '../../../stores/rewards/raffle.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Condition } from '../../ui/items/Condition.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import light from '../../ui/items/rarity-light.module.css'
import { rarityKey } from '../../ui/items/rarity-name.ts'
import { Price } from '../../ui/money/Price.tsx'
import { EntrantRing } from './EntrantRing.tsx'
import styles from './raffle.module.css'
import { Winner } from './Winner.tsx'

type RafflesOfKind = RafflesReply['raffles'][number]

/** Returns the raffle that a card shows: the open one, or the last one while its draw is watched. */
function shownRaffle({ open, last }: RafflesOfKind, watched: string | undefined): OpenRaffle | ClosedRaffle | null {
  const isWatched = last !== null && (last.id === watched || open === null)
  return isWatched ? last : open
}

const isOpen = (raffle: OpenRaffle | ClosedRaffle): raffle is OpenRaffle => 'standing' in raffle

export function RaffleCard({ one }: { one: RafflesOfKind }): ReactElement {
  const { t } = useTranslation('raffle')
  const watched = useStore($watched, { ssr: 'initial' })
  const shown = shownRaffle(one, watched[one.kind])
  const title = `raffle-${one.kind}`
  return (
    <article
      className={classes(light.lit, styles.card)}
      data-rarity={shown?.prize.item.rarity ?? 'consumer'}
      aria-labelledby={title}
    >
      <header className={styles.head}>
        <h2 id={title}>{t(`kind.${one.kind}`)}</h2>
        {shown !== null && <p>{t('number', { number: shown.number })}</p>}
      </header>
      {shown === null ? <p className={styles.notOpen}>{t('soon')}</p> : <Prize raffle={shown} />}
      {shown !== null &&
        (isOpen(shown) ? <OpenRaffleFoot raffle={shown} /> : <DrawResult raffle={shown} next={one.open !== null} />)}
    </article>
  )
}

function Prize({ raffle }: { raffle: OpenRaffle | ClosedRaffle }): ReactElement {
  const { i18n, t } = useTranslation(['raffle', 'common'])
  const { item, price } = raffle.prize
  const { weapon, finish } = displayName(item, i18n.language as Language)
  const own = isOpen(raffle) ? raffle.standing === 'joined' : raffle.joined
  const drawing = !isOpen(raffle) && (raffle.state === 'open' || raffle.state === 'frozen')
  return (
    <div className={styles.stage}>
      <EntrantRing players={raffle.players} own={own} drawing={drawing}>
        <ItemPicture item={item} size="l" lazy={false} />
      </EntrantRing>
      <p className={styles.weapon}>
        {weapon}
        {item.wear !== null && <Condition wear={item.wear} />}
      </p>
      <p className={styles.finish}>
        {finish}
        <span className="unseen">, {t(`common:${rarityKey(item)}`)}</span>
      </p>
      <Price cents={price} className={styles.price} />
    </div>
  )
}

function OpenRaffleFoot({ raffle }: { raffle: OpenRaffle }): ReactElement {
  const { t, i18n } = useTranslation('raffle')
  const { players, closesAt, standing } = raffle
  return (
    <div className={styles.foot}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('until')}</dt>
          <dd>
            <Countdown untilMs={closesAt} onEnd={() => watchDraw(raffle)} />
          </dd>
        </div>
        <div>
          <dt>{t('players')}</dt>
          <dd>{formatCount(players, i18n.language as Language)}</dd>
        </div>
      </dl>
      <div className={styles.nextStep} aria-live="polite">
        {standing === 'joined' ? (
          <Joined draw={raffle.draw} />
        ) : raffle.held === true ? null : (
          <Entry raffle={raffle} />
        )}
        {raffle.held === true ? <p className={styles.hint}>{t('held')}</p> : null}
      </div>
      <ProofButton id={raffle.id} words={t('source')} />
    </div>
  )
}

/** Says whether the player has enough for a place in the draw, or what a place takes. */
function PlaceHint({ draw, enough }: { draw: DrawPlaceView; enough: 'draw.in' | 'draw.enough' }): ReactElement {
  const { t, i18n } = useTranslation('raffle')
  const { have, need, places } = draw
  return (
    <p className={styles.hint}>
      {have >= need
        ? t(enough, { places: formatCount(places, i18n.language as Language) })
        : t('draw.need', { have: formatMoney(have), need: formatMoney(need) })}
    </p>
  )
}

function Joined({ draw }: { draw: OpenRaffle['draw'] }): ReactElement {
  const { t } = useTranslation('raffle')
  return (
    <>
      <p className={styles.joined}>
        <Icon name="check" />
        {t('joined')}
      </p>
      {draw === null ? null : <PlaceHint draw={draw} enough="draw.in" />}
    </>
  )
}

function Entry({ raffle }: { raffle: OpenRaffle }): ReactElement {
  const { t } = useTranslation(['raffle', 'common'])
  const [asking, setAsking] = useState(false)
  const { kind, standing } = raffle
  if (standing === 'guest') {
    return (
      <>
        <SignInButton size="l" />
        <p className={styles.hint}>{t(`needs.${kind}`)}</p>
      </>
    )
  }
  if (standing === 'deposit') {
    return (
      <>
        <Button size="l" icon="deposit" href="/deposit" data-open="payment">
          {t('deposit')}
        </Button>
        <p className={styles.hint}>{t(`needs.${kind}`)}</p>
      </>
    )
  }
  const join = async (): Promise<void> => {
    setAsking(true)
    const outcome = await joinRaffle(raffle)
    setAsking(false)
    if (outcome === 'failed') toast('error', t('common:errors.offline'))
  }
  return (
    <>
      <Button tone="signal" size="l" icon="raffle" loading={asking} onClick={() => void join()}>
        {t('join')}
      </Button>
      {raffle.draw === null ? (
        <p className={styles.hint}>{t('free')}</p>
      ) : (
        <PlaceHint draw={raffle.draw} enough="draw.enough" />
      )}
    </>
  )
}

function ProofButton({ id, words }: { id: string; words: string }): ReactElement {
  return (
    <Button tone="ghost" icon="shield" aria-haspopup="dialog" onClick={() => void loadRaffleProof(id)}>
      {words}
    </Button>
  )
}

/** Shows that the draw is pending, and then its result. */
function DrawResult({ raffle, next }: { raffle: ClosedRaffle; next: boolean }): ReactElement {
  const { t, i18n } = useTranslation('raffle')
  const { id, kind, state, winner, players, draw } = raffle
  return (
    <div className={styles.foot}>
      <div className={styles.result} role="status">
        {state === 'returned' && (
          <p className={styles.hint}>
            {t(raffle.held === true ? 'heldBack' : raffle.rolledOver ? 'rolledOver' : 'returned')}
          </p>
        )}
        {state === 'drawn' && winner !== null && (
          <>
            <p className={styles.hint}>{t('won', { players: formatCount(players, i18n.language as Language) })}</p>
            <Winner winner={winner} size={48} />
            {draw !== null && draw.have < draw.need && (
              <p className={styles.hint}>
                {t('draw.leftOut', { have: formatMoney(draw.have), need: formatMoney(draw.need) })}
              </p>
            )}
          </>
        )}
        {(state === 'open' || state === 'frozen') && (
          <>
            <p className={styles.drawing}>{t('drawing')}</p>
            <p className={styles.hint}>{t(raffle.held === true ? 'held' : 'drawingHint')}</p>
          </>
        )}
      </div>
      <div className={styles.nextStep}>
        {next && (
          <Button size="l" onClick={() => closeDraw(kind)}>
            {t('next')}
          </Button>
        )}
      </div>
      <ProofButton id={id} words={t('proof')} />
    </div>
  )
}
