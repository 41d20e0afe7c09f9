// A result that its player published, rendered on the server and without a script.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { GAMES, type SharedGame } from '../../game/base/games.ts'
import type { Language } from '../../game/base/language.ts'
import { outcomeOf } from '../../game/base/outcome.ts'
import { displayName } from '../../game/catalogue/display-name.ts'
import { formatMultiplier, formatUtc } from '../../i18n/format.ts'
import type { SharedResult as Shared } from '../../protocol/sharing.ts'
import { island } from '../island.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Condition } from '../ui/items/Condition.tsx'
import { ItemPicture } from '../ui/items/ItemPicture.tsx'
import light from '../ui/items/rarity-light.module.css'
import { Price } from '../ui/money/Price.tsx'
import styles from './shared-result.module.css'

function SharedResultView({ result }: { result: Shared }): ReactElement {
  const { t, i18n } = useTranslation('sharing')
  const language = i18n.language as Language
  const { item, price, isWon, game, at, isPlayMoney } = result
  const { weapon, finish } = displayName(item, language)
  return (
    <div className={styles.page}>
      <Author player={result.player} />
      <article
        className={classes(isWon && light.lit, styles.card)}
        data-rarity={item.rarity}
        data-lost={!isWon || undefined}
      >
        <div className={styles.words}>
          <p className={styles.game}>
            {t(`game.${game}`, { name: result.case?.name[language] ?? '' })}
            {isPlayMoney && <span className={styles.mark}>{t('playMoney')}</span>}
          </p>
          <p className={styles.weapon}>
            <span>{weapon}</span>
            {item.wear === null ? null : <Condition wear={item.wear} />}
          </p>
          <h1 className={styles.finish}>{finish}</h1>
          {!isWon && (
            <p className={styles.target}>
              {t('page.target')} · <Price cents={price} />
            </p>
          )}
          <Sums result={result} />
          <time className={styles.time} dateTime={new Date(at).toISOString()}>
            {formatUtc(at)}
          </time>
        </div>
        <div className={styles.picture}>
          <ItemPicture item={item} size="l" lazy={false} />
        </div>
      </article>
      <Links result={result} />
      {isPlayMoney && <p className={styles.note}>{t('page.playNote')}</p>}
    </div>
  )
}

function Author({ player }: Pick<Shared, 'player'>): ReactElement {
  const { t } = useTranslation('sharing')
  if (player === null) return <p className={styles.lead}>{t('page.lead', { player: t('someone') })}</p>
  const [before = '', after = ''] = t('page.lead', { player: '\n' }).split('\n')
  return (
    <p className={styles.lead}>
      {before}
      <a href={`/user/${player.id}`}>{player.username}</a>
      {after}
    </p>
  )
}

/** Shows what was won beside what it cost, and what the two come to. */
function Sums({ result }: { result: Shared }): ReactElement {
  const { t, i18n } = useTranslation('sharing')
  const { price, cost, isWon } = result
  const outcome = outcomeOf(result)
  const times = outcome === 'more' ? formatMultiplier(price / cost, i18n.language as Language) : ''
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>{t('won')}</dt>
          <dd>
            <Price cents={isWon ? price : 0} />
          </dd>
        </div>
        <div>
          <dt>{t('cost')}</dt>
          <dd>{cost === 0 ? t('free') : <Price cents={cost} />}</dd>
        </div>
      </dl>
      {outcome !== 'free' && (
        <p className={styles.outcome} data-outcome={outcome}>
          {t(`outcome.${outcome}`, { times })}
        </p>
      )}
    </>
  )
}

/** Where a reader may try a game, and in which words; a case has a page of its own. */
const SAME_GAME: Readonly<Record<SharedGame, { href: string; words: `play.${'upgrade' | 'contract' | 'case'}` }>> = {
  case: { href: '/', words: 'play.case' },
  free_case: { href: '/', words: 'play.case' },
  upgrade: { href: GAMES.upgrade.path, words: 'play.upgrade' },
  contract: { href: GAMES.contract.path, words: 'play.contract' },
}

function Links({ result }: { result: Shared }): ReactElement {
  const { t } = useTranslation('sharing')
  const { game, case: opened } = result
  const { href, words } =
    game === 'case' && opened !== null ? { href: `/case/${opened.url}`, words: 'open' as const } : SAME_GAME[game]
  return (
    <div className={styles.links}>
      <Button tone="signal" size="l" href={href}>
        {t(`page.${words}`)}
      </Button>
      <a className={styles.proof} href={`/fairness?roll=${result.rollId}`}>
        <Icon name="shield" size={20} />
        {t('page.proof')}
      </a>
    </div>
  )
}

export const SharedResult = island(SharedResultView)
