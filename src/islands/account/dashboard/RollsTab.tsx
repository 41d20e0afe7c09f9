// The player's rolls: what each won, the numbers drawn, and a link to its proof.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type GameName, PLAYER_GAMES, SHARED_GAMES } from '../../../game/base/games.ts'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatCount, formatTime } from '../../../i18n/format.ts'
import type { OwnRoll } from '../../../protocol/account.ts'
import { $rolls, $rollsGame, filterRolls, loadOlderRolls, loadRolls } from '../../../stores/account/rolls.ts'
import { ShareButton } from '../../sharing/ShareButton.tsx'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { PagedRows } from '../../ui/lists/PagedRows.tsx'
import styles from '../../ui/lists/rows.module.css'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { Price } from '../../ui/money/Price.tsx'

const isShared = (game: GameName): boolean => (SHARED_GAMES as readonly GameName[]).includes(game)

const FILTERS = ['all', ...PLAYER_GAMES] as const

export function RollsTab(): ReactElement {
  const { t } = useTranslation('dashboard')
  const list = useStore($rolls)
  const game = useStore($rollsGame)
  useEffect(() => void loadRolls(), [])
  const options = FILTERS.map((value) => ({ value, label: t(`rolls.game.${value}`) }))
  return (
    <div className={styles.content}>
      <div className={styles.bar}>
        <div className={styles.filters}>
          <Segmented
            label={t('rolls.game.label')}
            options={options}
            value={game ?? 'all'}
            onChange={(value) => filterRolls(value === 'all' ? null : value)}
          />
        </div>
        <Button href="/fairness" icon="shield">
          {t('rolls.seeds')}
        </Button>
      </div>
      <PagedRows
        list={list}
        failed={t('rolls.failed')}
        empty={<NoRolls isNarrowed={game !== null} />}
        row={(roll) => <RollRow roll={roll} />}
        onLoad={() => void loadRolls()}
        onMore={() => void loadOlderRolls()}
      />
    </div>
  )
}

function NoRolls({ isNarrowed }: { isNarrowed: boolean }): ReactElement {
  const { t } = useTranslation(['dashboard', 'inventory'])
  return (
    <EmptyState icon="dice" text={t(isNarrowed ? 'rolls.none' : 'rolls.empty')}>
      {isNarrowed ? null : (
        <Button href="/" icon="cases">
          {t('inventory:empty.action')}
        </Button>
      )}
    </EmptyState>
  )
}

function RollRow({ roll: { id, game, at, nonce, n, roll, revealed, won } }: { roll: OwnRoll }): ReactElement {
  const { t, i18n } = useTranslation('dashboard')
  const language = i18n.language as Language
  const item = won?.item ?? null
  const name = won === null ? t('rolls.lost') : item === null ? t('rolls.amount') : itemName(item, language)
  const count = (number: number): string => formatCount(number, language)
  return (
    <div className={styles.roll} data-rarity={item?.rarity}>
      <span className={item === null ? styles.mark : styles.picture}>
        {item === null ? (
          <Icon name={won === null ? 'close' : 'deposit'} size={18} />
        ) : (
          <ItemPicture item={item} size="s" />
        )}
      </span>
      <p className={classes(styles.text, won !== null && styles.won)}>{name}</p>
      <p className={styles.details}>
        <span>{t(`rolls.one.${game}`)}</span>
        <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
        <span>{t('rolls.drawn', { roll: count(roll), n: count(n) })}</span>
        <span>{t('rolls.nonce', { nonce: count(nonce) })}</span>
      </p>
      {won === null ? null : <Price cents={won.price} className={styles.amount} />}
      <a
        className={styles.proof}
        href={`/fairness?roll=${id}`}
        data-revealed={revealed || undefined}
        aria-label={t(revealed ? 'rolls.proofOf' : 'rolls.sealedOf', { item: name, nonce: count(nonce) })}
      >
        <Icon name={revealed ? 'shield' : 'lock'} size={16} />
        {t(revealed ? 'rolls.proof' : 'rolls.sealed')}
      </a>
      {isShared(game) ? <ShareButton rollId={id} item={name} className={styles.share} /> : null}
    </div>
  )
}
