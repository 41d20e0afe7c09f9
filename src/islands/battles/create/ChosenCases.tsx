// The rounds of the draft: its cases in their order, each with its count and a button that removes it.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { BATTLE_ROUNDS } from '../../../game/base/economy.ts'
import { $draft, clearCases, removeCase } from '../../../stores/battles/battle-create.ts'
import { roundsOf } from '../../../stores/battles/battle-draft.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { smallCrate } from '../../ui/items/small-crate.ts'
import badge from '../parts/crate-badge.module.css'
import styles from './chosen-cases.module.css'
import type { OfferedCase } from './offered-case.ts'

export function ChosenCases({ cases }: { cases: readonly OfferedCase[] }): ReactElement {
  const { t } = useTranslation('battleNew')
  const draft = useStore($draft)
  const offered = new Map(cases.map((one) => [one.url, one]))
  const last = draft.mode === 'terminal' ? draft.cases.at(-1)?.url : undefined
  return (
    <section className={styles.chosen} aria-labelledby="battle-rounds">
      <div className={styles.head}>
        <h2 id="battle-rounds">{t('rounds.title')}</h2>
        <p>{t('rounds.count', { count: roundsOf(draft), most: BATTLE_ROUNDS.most })}</p>
        {draft.cases.length === 0 ? null : (
          <Button tone="ghost" icon="trash" className={styles.clear} onClick={clearCases}>
            {t('rounds.clear')}
          </Button>
        )}
      </div>
      {draft.cases.length === 0 ? (
        <p className={styles.none}>{t('rounds.none')}</p>
      ) : (
        <ul className={styles.list}>
          {draft.cases.map(({ url, count }) => {
            const name = offered.get(url)?.name ?? url
            return (
              <li key={url} className={styles.one} data-last={url === last || undefined}>
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={t('rounds.remove', { name })}
                  title={t('rounds.remove', { name })}
                  onClick={() => removeCase(url)}
                >
                  <img src={smallCrate(url, offered.get(url)?.image ?? '')} alt="" width="56" height="56" />
                  <Icon name="close" size={14} className={styles.cross} />
                </button>
                <span className={classes(badge.badge, styles.count)}>×{count}</span>
                {url === last ? <span className={classes(badge.badge, styles.last)}>{t('rounds.last')}</span> : null}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
