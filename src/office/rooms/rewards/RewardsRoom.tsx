// The room Rewards: what is given, in a draft, with the check of the strategies and the cost beside it.
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { REWARD_TABS } from '../../../game/office/rewards.ts'
import { formatDate } from '../../../i18n/format.ts'
import type { EditionFault } from '../../../protocol/office/editions.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Room } from '../../parts/Room.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { CloseLink } from '../../session/CloseLink.tsx'
import { OtherDrafts } from '../../session/draft/OtherDrafts.tsx'
import { type DraftWork, useDraft } from '../../session/draft/use-draft.ts'
import { Fault } from '../../session/Fault.tsx'
import { useShopItems } from '../../session/items/use-shop-items.ts'
import { withTexts } from '../../session/language.ts'
import { partOfLine, REWARDS_FILE, readRewardsFile } from '../../session/rewards/rewards-file.ts'
import { PARTS_OF, tabOfPart } from '../../session/rewards/tabs.ts'
import { useRewardsSearch } from './search.ts'

/** Loaded beside the tabs: the rules of rewards, and the fields. */
const RewardsEditor = lazy(
  withTexts(['officeRewardEditor', 'officeItems'], async () => ({
    default: (await import('../../session/rewards/RewardsEditor.tsx')).RewardsEditor,
  })),
)

const DraftBar = lazy(
  withTexts(['officeDrafts'], async () => ({ default: (await import('../../session/draft/DraftBar.tsx')).DraftBar })),
)

const DraftPreview = lazy(
  withTexts(['officeDrafts'], async () => ({
    default: (await import('../../session/rewards/RewardsPreview.tsx')).RewardsPreview,
  })),
)

function Bar({ work }: { work: DraftWork }): ReactElement {
  const navigate = useNavigate({ from: '/rewards' })
  const { draft } = useRewardsSearch()
  const goTo = ({ file, line }: EditionFault): void => {
    const part = file === REWARDS_FILE ? partOfLine(work.texts[REWARDS_FILE] ?? '', line) : undefined
    if (part !== undefined) void navigate({ search: (search) => ({ ...search, tab: tabOfPart(part) }) })
  }
  return (
    <Suspense fallback={null}>
      <DraftBar
        work={work}
        onFault={goTo}
        onDropped={() => void navigate({ search: (search) => ({ ...search, draft: undefined, preview: undefined }) })}
        close={draft === undefined ? null : <CloseLink to="/rewards" drop="draft" />}
      />
    </Suspense>
  )
}

function Inside({ work }: { work: DraftWork }): ReactElement {
  const { t } = useTranslation('officeRewards')
  const { tab = 'wheel', preview } = useRewardsSearch()
  const { items, error } = useShopItems()
  const text = work.texts[REWARDS_FILE]
  const record = useMemo(() => (text === undefined ? null : readRewardsFile(text)), [text])
  return (
    <>
      <Bar work={work} />
      <Fault error={error} />
      <OtherDrafts
        file={REWARDS_FILE}
        except={work.id}
        linkTo={({ id, title }) => (
          <Link from="/rewards" to="/rewards" search={(search) => ({ ...search, draft: String(id) })}>
            {title}
          </Link>
        )}
      />
      <Tabs label={t('tabs.label')}>
        {REWARD_TABS.map((name) => (
          <Link
            key={name}
            from="/rewards"
            to="/rewards"
            search={(search) => ({ ...search, tab: name === 'wheel' ? undefined : name })}
            activeOptions={{ exact: true }}
            aria-current={tab === name ? 'true' : undefined}
            resetScroll={false}
          >
            {t(`tabs.${name}`)}
          </Link>
        ))}
      </Tabs>
      {record === null ? (
        <EmptyState title={t('unreadable')} text={t('unreadable-text')} />
      ) : items === null ? null : (
        <Suspense fallback={null}>
          <RewardsEditor tab={tab} record={record} items={items} work={work} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <DraftPreview work={work} page={PARTS_OF[tab].page} shown={preview} />
      </Suspense>
    </>
  )
}

export function RewardsRoom(): ReactElement {
  const { t } = useTranslation('officeRewards')
  const { draft } = useRewardsSearch()
  const navigate = useNavigate({ from: '/rewards' })
  const { work, error } = useDraft({
    id: draft === undefined ? undefined : Number(draft),
    // A mission may give an opening of a case.
    begins: `${REWARDS_FILE},cases.json`,
    firstTitle: t('draft-title', { day: formatDate(Date.now()) }),
    onBegin: (id) => void navigate({ search: (search) => ({ ...search, draft: String(id) }), replace: true }),
  })
  return (
    <Room title={t('title')}>
      <div className="stack">
        <p className="lead">{t('lead')}</p>
        <Fault error={error} />
        {work === null ? null : <Inside work={work} />}
      </div>
    </Room>
  )
}
