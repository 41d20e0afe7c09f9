// The rounds of a battle with every roll, its tickets and its item, and the rolls that decided what the items left open.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { DropLine, RoundLine } from '../../../game/battles/proof-view.ts'
import { casePath } from '../../../game/cases/case-path.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatCount } from '../../../i18n/format.ts'
import type { BattleProofReply } from '../../../protocol/battle.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { Fact, FactList } from '../../ui/Fact.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Condition } from '../../ui/items/Condition.tsx'
import { Price } from '../../ui/money/Price.tsx'
import styles from './battle-proof.module.css'

interface RoundsProps {
  readonly rounds: readonly RoundLine[]
  readonly reply: BattleProofReply
}

export function Rounds({ rounds, reply }: RoundsProps): ReactElement {
  const { t } = useTranslation('battleProof')
  const { draw } = reply.proof
  const decided = (['tie', 'jackpot', 'cents'] as const).flatMap((name) => {
    const roll = draw?.deciding[name] ?? null
    return roll === null ? [] : [{ name, roll }]
  })
  return (
    <section className={styles.part} aria-labelledby="rounds-title">
      <h4 id="rounds-title">{t('rounds.title')}</h4>
      <div className={styles.rounds}>
        {rounds.map((round) => (
          <Round key={round.round} line={round} reply={reply} />
        ))}
      </div>
      {decided.length > 0 && (
        <FactList>
          {decided.map(({ name, roll }) => (
            <Fact key={name} name={t(`deciding.${name}`)}>
              {roll}
            </Fact>
          ))}
        </FactList>
      )}
    </section>
  )
}

function Round({ line, reply }: { line: RoundLine; reply: BattleProofReply }): ReactElement {
  const { t, i18n } = useTranslation(['battleProof', 'fairness'])
  const { round, odds, priceCents, drops } = line
  const box = reply.cases[odds]
  return (
    <details className={styles.round}>
      <summary>
        <Icon name="chevron-right" size={18} className={styles.arrow} />
        <span className={styles.number}>{t('rounds.round', { round })}</span>
        <span className={styles.case}>{box?.name[i18n.language as Language]}</span>
        <Price cents={priceCents} />
      </summary>
      <div className={styles.opened}>
        {drops.length > 0 && <Drops drops={drops} items={reply.items} />}
        <FactList>
          <Fact name={t('fairness:fact.oddsHash')} code>
            {odds}
          </Fact>
        </FactList>
        {box !== undefined && <a href={casePath(box.url)}>{box.name[i18n.language as Language]}</a>}
      </div>
    </details>
  )
}

function Drops({ drops, items }: { drops: readonly DropLine[]; items: readonly ItemView[] }): ReactElement {
  const { t, i18n } = useTranslation(['battleProof', 'battleParts', 'fairness', 'common'])
  const language = i18n.language as Language
  const views = new Map(items.map((item) => [item.id, item]))
  return (
    <table className={styles.drops}>
      <thead>
        <tr>
          <th scope="col">{t('seats.one')}</th>
          <th scope="col">{t('fairness:fact.roll')}</th>
          <th scope="col">{t('fairness:odds.item')}</th>
          <th scope="col">{t('fairness:odds.price')}</th>
        </tr>
      </thead>
      <tbody>
        {drops.map(({ slot, roll, item, price, tickets }) => {
          const view = views.get(item)
          return (
            <tr key={slot}>
              <th scope="row">{slot}</th>
              <td>
                <strong>{formatCount(roll, language)}</strong>
                {tickets !== null && (
                  <span className={styles.tickets}>
                    <span className="unseen">{t('common:words.tickets')}</span> {formatCount(tickets.from, language)}–
                    {formatCount(tickets.to, language)}
                  </span>
                )}
              </td>
              <td data-rarity={view?.rarity}>
                {view === undefined ? (
                  item
                ) : (
                  <span className={styles.item}>
                    <span>{itemName(view, language)}</span>
                    {view.wear !== null && <Condition wear={view.wear} />}
                  </span>
                )}
              </td>
              <td>
                <Price cents={price} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
