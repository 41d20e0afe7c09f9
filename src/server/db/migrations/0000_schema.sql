CREATE TABLE "battle_drops" (
	"battle_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"slot" integer NOT NULL,
	"roll" integer NOT NULL,
	"item_id" text NOT NULL,
	"price" bigint NOT NULL,
	CONSTRAINT "battle_drops_pkey" PRIMARY KEY("battle_id","round","slot")
);
--> statement-breakpoint
CREATE TABLE "battle_locks" (
	"battle_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"round" bigint,
	"locked_at" timestamp with time zone NOT NULL,
	"draw_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "battle_locks_pkey" PRIMARY KEY("battle_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "battle_payouts" (
	"battle_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"player_id" integer,
	"share" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"form" text NOT NULL,
	CONSTRAINT "battle_payouts_pkey" PRIMARY KEY("battle_id","slot"),
	CONSTRAINT "payout_within_share" CHECK ("battle_payouts"."amount" between 0 and "battle_payouts"."share"),
	CONSTRAINT "payout_form" CHECK (("battle_payouts"."form" = 'none') = ("battle_payouts"."amount" = 0))
);
--> statement-breakpoint
CREATE TABLE "battle_rounds" (
	"battle_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"case_url" text NOT NULL,
	"odds_hash" text NOT NULL,
	"price" bigint NOT NULL,
	CONSTRAINT "battle_rounds_pkey" PRIMARY KEY("battle_id","round")
);
--> statement-breakpoint
CREATE TABLE "battle_seats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"battle_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"player_id" integer,
	"seed" text NOT NULL,
	"percent" integer NOT NULL,
	"paid" bigint NOT NULL,
	"locked" bigint NOT NULL,
	"funded" bigint NOT NULL,
	"house" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "seat_taken_once" UNIQUE("battle_id","slot"),
	CONSTRAINT "one_seat_a_player" UNIQUE("player_id","battle_id"),
	CONSTRAINT "seat_part" CHECK ("battle_seats"."percent" between 10 and 100 and "battle_seats"."percent" % 10 = 0),
	CONSTRAINT "seat_amounts" CHECK ("battle_seats"."paid" >= 0 and "battle_seats"."locked" between 0 and "battle_seats"."paid" and "battle_seats"."funded" >= 0 and "battle_seats"."house" >= 0),
	CONSTRAINT "bots_pay_nothing" CHECK ("battle_seats"."player_id" is not null or "battle_seats"."paid" + "battle_seats"."funded" = 0)
);
--> statement-breakpoint
CREATE TABLE "battle_stakes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"battle_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"player_id" integer NOT NULL,
	"stake" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"margin" bigint NOT NULL,
	"is_paired" boolean NOT NULL,
	CONSTRAINT "stake_counted_once" UNIQUE("battle_id","slot"),
	CONSTRAINT "battle_stake_amounts" CHECK ("battle_stakes"."cash" between 0 and "battle_stakes"."stake" and "battle_stakes"."margin" >= 0)
);
--> statement-breakpoint
CREATE TABLE "battles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "battles_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"creator_id" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"format" text NOT NULL,
	"mode" text NOT NULL,
	"crazy" boolean NOT NULL,
	"fast" boolean NOT NULL,
	"is_private" boolean NOT NULL,
	"price" bigint NOT NULL,
	"margin_rate" integer NOT NULL,
	"seats" integer NOT NULL,
	"filled" integer NOT NULL,
	"fund" integer NOT NULL,
	"fund_held" bigint NOT NULL,
	"rematch_of" uuid,
	"source" text NOT NULL,
	"commit" text,
	"server_seed" text,
	"chain" text,
	"round" bigint,
	"signature" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"locked_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"pot" bigint,
	"winners" integer[],
	"shares" bigint[],
	"tab" text GENERATED ALWAYS AS (case when is_private then null when state = 'open' then 'open' when state in ('locked', 'drawn') then 'running'
        when state = 'settled' then 'ended' end) STORED,
	CONSTRAINT "battle_seats_known" CHECK ("battles"."filled" between 1 and "battles"."seats"),
	CONSTRAINT "battle_full_once_locked" CHECK ("battles"."state" in ('open', 'cancelled', 'expired') or "battles"."filled" = "battles"."seats"),
	CONSTRAINT "battle_amounts" CHECK ("battles"."price" > 0 and "battles"."fund_held" >= 0 and "battles"."fund" between 0 and 100),
	CONSTRAINT "battle_funded_privately" CHECK ("battles"."fund" = 0 or "battles"."is_private"),
	CONSTRAINT "battle_source_known" CHECK (("battles"."source" = 'seed') = ("battles"."commit" is not null) and ("battles"."source" = 'drand') = ("battles"."chain" is not null)),
	CONSTRAINT "battle_drawn_whole" CHECK (num_nonnulls("battles"."pot", "battles"."winners", "battles"."shares", "battles"."starts_at") in (0, 4)),
	CONSTRAINT "battle_state_known" CHECK ("battles"."state" in ('open', 'locked', 'drawn', 'settled', 'cancelled', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "badges" (
	"player_id" integer NOT NULL,
	"badge" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "badges_pkey" PRIMARY KEY("player_id","badge")
);
--> statement-breakpoint
CREATE TABLE "leader_days" (
	"day" text NOT NULL,
	"player_id" integer NOT NULL,
	"margin" bigint DEFAULT 0 NOT NULL,
	"reached_id" uuid,
	"best_id" uuid,
	"best_stake" bigint,
	"best_won" bigint,
	CONSTRAINT "leader_days_pkey" PRIMARY KEY("day","player_id"),
	CONSTRAINT "leader_margin_never_negative" CHECK ("leader_days"."margin" >= 0),
	CONSTRAINT "best_result_whole" CHECK (num_nonnulls("leader_days"."best_id", "leader_days"."best_stake", "leader_days"."best_won") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "leader_periods" (
	"period" text NOT NULL,
	"day" text NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "leader_periods_pkey" PRIMARY KEY("period","day")
);
--> statement-breakpoint
CREATE TABLE "leader_prizes" (
	"period" text NOT NULL,
	"day" text NOT NULL,
	"place" integer NOT NULL,
	"player_id" integer NOT NULL,
	"margin" bigint NOT NULL,
	"prize" bigint NOT NULL,
	"paid" bigint NOT NULL,
	CONSTRAINT "leader_prizes_pkey" PRIMARY KEY("period","day","place"),
	CONSTRAINT "prize_paid_whole" CHECK ("leader_prizes"."paid" in (0, "leader_prizes"."prize"))
);
--> statement-breakpoint
CREATE TABLE "leader_progress" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"counted_until" timestamp with time zone NOT NULL,
	CONSTRAINT "one_progress" CHECK ("leader_progress"."is_only_row")
);
--> statement-breakpoint
CREATE TABLE "accepted_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accepted_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rates" jsonb NOT NULL,
	"author" text NOT NULL,
	"changes" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_traces" (
	"player_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "account_traces_pkey" PRIMARY KEY("player_id","kind","value","day"),
	CONSTRAINT "trace_kind_known" CHECK ("account_traces"."kind" in ('device', 'address', 'card', 'trade'))
);
--> statement-breakpoint
CREATE TABLE "bans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp with time zone,
	"lift_reason" text,
	"keeps_withdrawals" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ban_lifted_with_reason" CHECK (("bans"."lifted_at" is null) = ("bans"."lift_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "catalogue_editions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "catalogue_editions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" text NOT NULL,
	"files" jsonb NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "job_turns" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"author" text NOT NULL,
	"source" text NOT NULL,
	"changes" integer NOT NULL,
	"held" integer NOT NULL,
	"unlisted" integer NOT NULL,
	"switched_off" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_mode" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_mode" CHECK ("site_mode"."is_only_row"),
	CONSTRAINT "known_mode" CHECK ("site_mode"."mode" in ('sandbox', 'live'))
);
--> statement-breakpoint
CREATE TABLE "withdrawal_freezes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawal_freezes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "freeze_reason_known" CHECK (reason in ('dispute', 'fraud-warning', 'debt'))
);
--> statement-breakpoint
CREATE TABLE "deposit_limits" (
	"player_id" integer NOT NULL,
	"window" text NOT NULL,
	"amount" bigint,
	"pending_amount" bigint,
	"pending_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_limits_pkey" PRIMARY KEY("player_id","window")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"minor" bigint NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_pkey" PRIMARY KEY("provider","reference"),
	CONSTRAINT "dispute_state_known" CHECK (state in ('open', 'won', 'lost')),
	CONSTRAINT "dispute_amount" CHECK ("disputes"."minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "exclusions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exclusions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"amount" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"prizes" bigint NOT NULL,
	"debt" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"commission_shortfall" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"leader_prizes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"state" text NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"kind" text DEFAULT 'card' NOT NULL,
	"reference" text,
	"url" text,
	"amount" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"bonus_percent" integer NOT NULL,
	"promo_id" integer,
	"referrer_id" integer,
	"commission" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"rate" double precision NOT NULL,
	"charge" bigint NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	"bonus_returned" bigint DEFAULT 0 NOT NULL,
	"commission_returned" bigint DEFAULT 0 NOT NULL,
	"shortfall" bigint DEFAULT 0 NOT NULL,
	"voided_margin" bigint DEFAULT 0 NOT NULL,
	"remark" text,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	CONSTRAINT "order_once_a_click" UNIQUE("player_id","key"),
	CONSTRAINT "order_reference" UNIQUE("provider","reference"),
	CONSTRAINT "order_amounts" CHECK ("orders"."amount" > 0 and "orders"."bonus" >= 0 and "orders"."charge" > 0 and "orders"."commission" >= 0),
	CONSTRAINT "order_state_known" CHECK (state in ('created', 'paid', 'expired', 'failed', 'cancelled', 'refunded', 'partly_refunded', 'disputed', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promo_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"percent" integer NOT NULL,
	"uses_max" integer,
	"uses_per_player" integer DEFAULT 1 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"steam_level" integer DEFAULT 0 NOT NULL,
	"deposit_min" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "promo_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "percent_sane" CHECK ("promo_codes"."percent" between 1 and 1000),
	CONSTRAINT "uses_sane" CHECK ("promo_codes"."uses_max" > 0 and "promo_codes"."uses_per_player" > 0),
	CONSTRAINT "code_lower" CHECK ("promo_codes"."code" = lower("promo_codes"."code"))
);
--> statement-breakpoint
CREATE TABLE "voided_prizes" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"reversal_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	"taken" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event" text NOT NULL,
	"order_id" uuid,
	"said" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_once" UNIQUE("provider","event")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"language" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pushes_session_id_kind_pk" PRIMARY KEY("session_id","kind")
);
--> statement-breakpoint
CREATE TABLE "calendar_claims" (
	"player_id" integer NOT NULL,
	"day" text NOT NULL,
	"streak" integer NOT NULL,
	"won_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_claims_pkey" PRIMARY KEY("player_id","day"),
	CONSTRAINT "streak_from_one" CHECK ("calendar_claims"."streak" >= 1)
);
--> statement-breakpoint
CREATE TABLE "free_openings" (
	"player_id" integer NOT NULL,
	"tier" text NOT NULL,
	"night" text NOT NULL,
	"roll_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "free_openings_pkey" PRIMARY KEY("player_id","tier","night")
);
--> statement-breakpoint
CREATE TABLE "mission_claims" (
	"player_id" integer NOT NULL,
	"mission" text NOT NULL,
	"period" text NOT NULL,
	"won_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mission_claims_pkey" PRIMARY KEY("player_id","mission","period")
);
--> statement-breakpoint
CREATE TABLE "raffle_entries" (
	"raffle_id" uuid NOT NULL,
	"player_id" integer NOT NULL,
	"public_number" bigint DEFAULT ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"available" bigint,
	"share" bigint,
	CONSTRAINT "raffle_entries_pkey" PRIMARY KEY("raffle_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "raffles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "raffles_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"item_id" text NOT NULL,
	"price" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"source" text NOT NULL,
	"commit" text,
	"server_seed" text,
	"round" bigint,
	"signature" text,
	"joined" integer,
	"cost" bigint,
	"entries" integer,
	"entries_hash" text,
	"frozen_at" timestamp with time zone,
	"roll" integer,
	"winner_id" integer,
	"won_id" uuid,
	"drawn_at" timestamp with time zone,
	CONSTRAINT "source_known" CHECK (("raffles"."source" = 'seed') = ("raffles"."commit" is not null))
);
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"chosen" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "referral_shares" (
	"player_id" integer NOT NULL,
	"sequence" integer NOT NULL,
	"referrer_id" integer NOT NULL,
	"percent" integer NOT NULL,
	"margin" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_shares_pkey" PRIMARY KEY("player_id","sequence"),
	CONSTRAINT "share_positive" CHECK ("referral_shares"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "wheel_spins" (
	"roll_id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"free_day" text,
	"sector" integer NOT NULL,
	"balance" bigint NOT NULL,
	"item_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "overlays" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "overlays_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"token" text PRIMARY KEY NOT NULL,
	"roll_id" uuid NOT NULL,
	"player_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shares_rollId_unique" UNIQUE("roll_id")
);
--> statement-breakpoint
CREATE TABLE "orphaned_offers" (
	"withdrawal_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"reference" text,
	"state" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"problem" text,
	CONSTRAINT "orphaned_offer_state_known" CHECK ("orphaned_offers"."state" in ('open', 'cancelled', 'none', 'taken'))
);
--> statement-breakpoint
CREATE TABLE "steam_accounts" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone,
	"is_private" boolean NOT NULL,
	"is_limited" boolean NOT NULL,
	"is_trade_banned" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawal_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_id" uuid NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"item_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"provider" text NOT NULL,
	"trade_link" text NOT NULL,
	"reference" text,
	"url" text,
	"sent_at" timestamp with time zone,
	"protected_until" timestamp with time zone,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"lease" uuid,
	"leased_until" timestamp with time zone,
	"hold" text,
	"held_until" timestamp with time zone,
	"review" text[],
	"difference" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "withdrawal_state_known" CHECK (state in ('requested', 'review', 'approved', 'refused', 'buying', 'sent', 'accepted', 'protected', 'done', 'declined', 'reversed', 'unavailable', 'replaced', 'returned')),
	CONSTRAINT "difference_never_negative" CHECK ("withdrawals"."difference" >= 0)
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"balance" bigint,
	"spent" bigint DEFAULT 0 NOT NULL,
	"cases" integer DEFAULT 0 NOT NULL,
	"upgrades" integer DEFAULT 0 NOT NULL,
	"contracts" integer DEFAULT 0 NOT NULL,
	"won" bigint DEFAULT 0 NOT NULL,
	"best_id" uuid,
	"best_price" bigint DEFAULT 0 NOT NULL,
	"items" integer DEFAULT 0 NOT NULL,
	"worth" bigint DEFAULT 0 NOT NULL,
	"debt" bigint DEFAULT 0 NOT NULL,
	"locked" bigint DEFAULT 0 NOT NULL,
	"unlocked" bigint DEFAULT 0 NOT NULL,
	"margin" bigint DEFAULT 0 NOT NULL,
	"spent_locked" bigint DEFAULT 0 NOT NULL,
	"raffled" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accounts_name_unique" UNIQUE("name"),
	CONSTRAINT "locked_within_balance" CHECK ("accounts"."locked" between 0 and coalesce("accounts"."balance", 0)),
	CONSTRAINT "balance_never_negative" CHECK ("accounts"."balance" >= 0),
	CONSTRAINT "debt_never_negative" CHECK ("accounts"."debt" >= 0),
	CONSTRAINT "players_have_balances" CHECK (("accounts"."id" >= 1000) = ("accounts"."balance" is not null))
);
--> statement-breakpoint
CREATE TABLE "catalogue_cases" (
	"url" text PRIMARY KEY NOT NULL,
	"view" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_items" (
	"id" text PRIMARY KEY NOT NULL,
	"view" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" integer NOT NULL,
	"terms_version" text NOT NULL,
	"adult" boolean NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourite_cases" (
	"player_id" integer NOT NULL,
	"case_url" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favourite_cases_pkey" PRIMARY KEY("player_id","case_url")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"player_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"answer" json NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("player_id","key")
);
--> statement-breakpoint
CREATE TABLE "item_ends" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"transfer_id" uuid,
	"roll_id" uuid,
	"value" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"item_id" text NOT NULL,
	"price" bigint NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"reference" text NOT NULL,
	"roll_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked" bigint,
	"unlocked" bigint,
	CONSTRAINT "price_positive" CHECK ("items"."price" > 0),
	CONSTRAINT "state_known" CHECK (state in ('owned', 'sold', 'upgraded', 'contracted', 'withdrawing', 'withdrawn', 'replaced', 'voided'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"kind" text NOT NULL,
	"amounts" jsonb NOT NULL,
	"link" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "odds_periods" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "odds_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"hash" text,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "odds_tables" (
	"hash" text PRIMARY KEY NOT NULL,
	"game" text NOT NULL,
	"reference" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "players" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "players_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1000 CACHE 1),
	"steamid" text NOT NULL,
	"username" text NOT NULL,
	"avatar" text NOT NULL,
	"steam_level" integer,
	"trade_link" text,
	"referrer_id" integer,
	"referred_at" timestamp with time zone,
	"hidden" boolean DEFAULT false NOT NULL,
	"on_boards" boolean DEFAULT false NOT NULL,
	"listed_at" timestamp with time zone,
	"reality_minutes" integer,
	"house" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "players_steamid_unique" UNIQUE("steamid")
);
--> statement-breakpoint
CREATE TABLE "returns_of_days" (
	"day" text NOT NULL,
	"game" text NOT NULL,
	"reference" text NOT NULL,
	"rolls" integer NOT NULL,
	"staked" bigint NOT NULL,
	"won" bigint NOT NULL,
	"expected" double precision NOT NULL,
	"variance" double precision NOT NULL,
	CONSTRAINT "returns_of_days_pkey" PRIMARY KEY("day","game","reference")
);
--> statement-breakpoint
CREATE TABLE "rolls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"game" text NOT NULL,
	"seed_id" integer NOT NULL,
	"nonce" integer NOT NULL,
	"n" integer NOT NULL,
	"roll" integer NOT NULL,
	"odds_hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"cash" bigint,
	"margin" bigint,
	CONSTRAINT "nonce_used_once" UNIQUE("seed_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "seeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" integer NOT NULL,
	"server_seed" text NOT NULL,
	"commit" text NOT NULL,
	"client_seed" text NOT NULL,
	"nonce" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revealed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"companion_hash" text NOT NULL,
	"agent" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"player_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "steam_claims" (
	"key" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"debit_id" integer NOT NULL,
	"credit_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked" bigint,
	"unlocked" bigint,
	CONSTRAINT "amount_positive" CHECK ("transfers"."amount" > 0),
	CONSTRAINT "two_accounts" CHECK ("transfers"."debit_id" <> "transfers"."credit_id")
);
--> statement-breakpoint
ALTER TABLE "battle_locks" ADD CONSTRAINT "battle_locks_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "battle_rounds" ADD CONSTRAINT "battle_rounds_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "battle_seats" ADD CONSTRAINT "battle_seats_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "battles" ADD CONSTRAINT "battles_creator_id_players_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_prizes" ADD CONSTRAINT "leader_prizes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_traces" ADD CONSTRAINT "account_traces_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_freezes" ADD CONSTRAINT "withdrawal_freezes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_limits" ADD CONSTRAINT "deposit_limits_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reversals" ADD CONSTRAINT "order_reversals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_promo_id_promo_codes_id_fk" FOREIGN KEY ("promo_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voided_prizes" ADD CONSTRAINT "voided_prizes_reversal_id_order_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."order_reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raffle_entries" ADD CONSTRAINT "raffle_entries_raffle_id_raffles_id_fk" FOREIGN KEY ("raffle_id") REFERENCES "public"."raffles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raffle_entries" ADD CONSTRAINT "raffle_entries_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_shares" ADD CONSTRAINT "referral_shares_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_shares" ADD CONSTRAINT "referral_shares_referrer_id_players_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overlays" ADD CONSTRAINT "overlays_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orphaned_offers" ADD CONSTRAINT "orphaned_offers_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steam_accounts" ADD CONSTRAINT "steam_accounts_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_cases" ADD CONSTRAINT "favourite_cases_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "battle_seats_of_bots" ON "battle_seats" USING btree ("battle_id") WHERE "battle_seats"."player_id" is null;--> statement-breakpoint
CREATE INDEX "battle_stakes_of_player" ON "battle_stakes" USING btree ("player_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "battles_by_number" ON "battles" USING btree ("number");--> statement-breakpoint
CREATE INDEX "battles_due" ON "battles" USING btree ("due_at") WHERE "battles"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "battles_open" ON "battles" USING btree ("creator_id") WHERE "battles"."state" = 'open';--> statement-breakpoint
CREATE INDEX "battles_funded" ON "battles" USING btree ("creator_id","created_at") WHERE "battles"."fund" > 0;--> statement-breakpoint
CREATE INDEX "battles_settled" ON "battles" USING btree ("ended_at") WHERE "battles"."state" = 'settled';--> statement-breakpoint
CREATE INDEX "battles_rematches" ON "battles" USING btree ("rematch_of","id") WHERE "battles"."rematch_of" is not null;--> statement-breakpoint
CREATE INDEX "battles_listed" ON "battles" USING btree ("tab","number");--> statement-breakpoint
CREATE INDEX "battles_listed_by_price" ON "battles" USING btree ("tab","price","number");--> statement-breakpoint
CREATE INDEX "battles_listed_by_mode" ON "battles" USING btree ("tab","mode","number");--> statement-breakpoint
CREATE INDEX "battles_listed_by_mode_and_price" ON "battles" USING btree ("tab","mode","price","number");--> statement-breakpoint
CREATE INDEX "battles_listed_crazy" ON "battles" USING btree ("tab","number") WHERE "battles"."crazy";--> statement-breakpoint
CREATE INDEX "leader_days_of_player" ON "leader_days" USING btree ("player_id","day");--> statement-breakpoint
CREATE INDEX "leader_prizes_of_player" ON "leader_prizes" USING btree ("player_id","period","day");--> statement-breakpoint
CREATE INDEX "account_traces_by_value" ON "account_traces" USING btree ("kind","value");--> statement-breakpoint
CREATE UNIQUE INDEX "one_ban_at_a_time" ON "bans" USING btree ("player_id") WHERE "bans"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "catalogue_editions_by_digest" ON "catalogue_editions" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("due_at") WHERE "erasures"."erased_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_freeze_at_a_time" ON "withdrawal_freezes" USING btree ("player_id","reason","reference") WHERE "withdrawal_freezes"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_of_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "exclusions_player_id_index" ON "exclusions" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "reversals_of_order" ON "order_reversals" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_of_player" ON "orders" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "orders_of_referrer" ON "orders" USING btree ("referrer_id","player_id","paid_at") WHERE "orders"."referrer_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("player_id","paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("asked_at") WHERE "orders"."state" in ('created', 'expired', 'cancelled');--> statement-breakpoint
CREATE INDEX "orders_of_promo" ON "orders" USING btree ("promo_id","player_id") WHERE "orders"."promo_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_notices_order_id_index" ON "payment_notices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_player" ON "push_subscriptions" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "pushes_due" ON "pushes" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_public_number_a_raffle" ON "raffle_entries" USING btree ("raffle_id","public_number");--> statement-breakpoint
CREATE INDEX "entries_of_player" ON "raffle_entries" USING btree ("player_id","raffle_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_raffle_a_period" ON "raffles" USING btree ("kind","opens_at");--> statement-breakpoint
CREATE INDEX "raffles_to_draw" ON "raffles" USING btree ("closes_at") WHERE "raffles"."state" in ('open', 'frozen');--> statement-breakpoint
CREATE INDEX "raffles_drawn" ON "raffles" USING btree ("kind","drawn_at") WHERE "raffles"."state" = 'drawn';--> statement-breakpoint
CREATE INDEX "shares_of_referrer" ON "referral_shares" USING btree ("referrer_id","player_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_free_spin_a_day" ON "wheel_spins" USING btree ("player_id","free_day") WHERE "wheel_spins"."free_day" is not null;--> statement-breakpoint
CREATE INDEX "spins_of_player" ON "wheel_spins" USING btree ("player_id","roll_id");--> statement-breakpoint
CREATE INDEX "shares_of_player" ON "shares" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "orphaned_offers_due" ON "orphaned_offers" USING btree ("due_at") WHERE "orphaned_offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "withdrawal_steps_withdrawal_id_id_index" ON "withdrawal_steps" USING btree ("withdrawal_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_withdrawal_an_item" ON "withdrawals" USING btree ("item_id") WHERE state in ('requested', 'review', 'approved', 'buying', 'sent', 'accepted', 'protected', 'done', 'unavailable', 'replaced');--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_reference" ON "withdrawals" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "withdrawals_of_player" ON "withdrawals" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_in_review" ON "withdrawals" USING btree ("changed_at") WHERE state = 'review';--> statement-breakpoint
CREATE INDEX "withdrawals_due" ON "withdrawals" USING btree ("due_at") WHERE state in ('requested', 'approved', 'buying', 'sent', 'accepted', 'protected');--> statement-breakpoint
CREATE INDEX "accounts_in_debt" ON "accounts" USING btree ("debt") WHERE "accounts"."debt" > 0;--> statement-breakpoint
CREATE INDEX "consents_player_id_index" ON "consents" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "items_of_player" ON "items" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "items_owned_by_price" ON "items" USING btree ("player_id","price","id") WHERE "items"."state" = 'owned';--> statement-breakpoint
CREATE INDEX "items_owned_by_kind" ON "items" USING btree ("player_id","item_id") WHERE "items"."state" = 'owned';--> statement-breakpoint
CREATE INDEX "items_owned" ON "items" USING btree ("player_id","id") WHERE "items"."state" = 'owned';--> statement-breakpoint
CREATE INDEX "items_of_case" ON "items" USING btree ("reference","id") WHERE "items"."source" = 'case';--> statement-breakpoint
CREATE INDEX "items_best" ON "items" USING btree ("id") WHERE "items"."price" >= 2000;--> statement-breakpoint
CREATE INDEX "notifications_player_id_id_index" ON "notifications" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "odds_of_case" ON "odds_periods" USING btree ("reference","id");--> statement-breakpoint
CREATE INDEX "players_by_referrer" ON "players" USING btree ("referrer_id","referred_at","id") WHERE "players"."referrer_id" is not null;--> statement-breakpoint
CREATE INDEX "players_on_boards" ON "players" USING btree ("id") WHERE "players"."on_boards";--> statement-breakpoint
CREATE INDEX "rolls_of_player" ON "rolls" USING btree ("player_id","game","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_active_seed" ON "seeds" USING btree ("player_id") WHERE "seeds"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "one_next_seed" ON "seeds" USING btree ("player_id") WHERE "seeds"."state" = 'next';--> statement-breakpoint
CREATE INDEX "seeds_of_player" ON "seeds" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "sessions_player_id_index" ON "sessions" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "transfers_paid_by" ON "transfers" USING btree ("debit_id","kind","id") WHERE "transfers"."debit_id" >= 1000;--> statement-breakpoint
CREATE INDEX "transfers_paid_to" ON "transfers" USING btree ("credit_id","kind","id") WHERE "transfers"."credit_id" >= 1000;--> statement-breakpoint
CREATE INDEX "transfers_of_battles_out" ON "transfers" USING btree ("debit_id") WHERE "transfers"."debit_id" < 0;--> statement-breakpoint
CREATE INDEX "transfers_of_battles_in" ON "transfers" USING btree ("credit_id") WHERE "transfers"."credit_id" < 0;--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once" ON "transfers" USING btree ("kind","reference") WHERE "transfers"."kind" in ('deposit', 'bonus', 'refund', 'bonus-back', 'social', 'replacement', 'spin', 'spin-won', 'calendar', 'mission', 'referral', 'referral-back', 'prize-back', 'reclaim', 'debt', 'debt-paid', 'reinstated', 'bonus-reinstated', 'referral-reinstated', 'battle-pot');--> statement-breakpoint
-- From here on by hand: what the schema in TypeScript cannot say.
-- Ends a statement that cannot go on: everything that it wrote is undone, and the caller reads the code.
CREATE FUNCTION refuse(code text) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'SD001', MESSAGE = code;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'SD002';
END
$$;
--> statement-breakpoint
-- Tables that are only ever added to, by whichever role.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'accepted_rates', 'battle_drops', 'battle_payouts', 'battle_rounds', 'battle_stakes', 'exclusions', 'item_ends', 'odds_tables',
    'order_reversals', 'payment_notices', 'price_imports', 'referral_shares', 'rolls', 'site_mode', 'transfers', 'voided_prizes',
    'withdrawal_steps'
  ] LOOP
    EXECUTE format(
      'CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION forbid_change()',
      name || '_only_added', name
    );
  END LOOP;
END
$$;
--> statement-breakpoint
-- Both sides of every transfer as the entries of double-entry bookkeeping: they sum to zero whatever happens.
CREATE VIEW entries AS
  SELECT id AS transfer_id, debit_id AS account_id, -amount AS amount, kind, reference, at FROM transfers
  UNION ALL
  SELECT id, credit_id, amount, kind, reference, at FROM transfers;
--> statement-breakpoint
-- The site's role cannot delete raffles; this removes only those of periods that have not begun, in which nobody has paid.
CREATE FUNCTION remove_raffles_ahead() RETURNS TABLE (removed integer) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  ahead uuid[];
BEGIN
  -- The lock under which raffles are opened.
  PERFORM pg_advisory_xact_lock(7020);
  SELECT array_agg(id) INTO ahead FROM raffles WHERE opens_at > clock_timestamp() AND state IN ('open', 'returned')
    AND NOT EXISTS (SELECT FROM raffle_entries WHERE raffle_id = raffles.id AND share IS NOT NULL);
  DELETE FROM raffle_entries WHERE raffle_id = ANY (ahead);
  RETURN QUERY DELETE FROM raffles WHERE id = ANY (ahead) RETURNING number;
END
$$;
--> statement-breakpoint
DO $$
BEGIN
  CREATE ROLE spacedrop_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
--> statement-breakpoint
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'spacedrop_app', 'MEMBER') THEN
    EXECUTE format('GRANT spacedrop_app TO %I', current_user);
  END IF;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, catalogue_cases, catalogue_items, consents, entries, erasures, idempotency_keys, items,
  leader_days, notifications, overlays, players, push_subscriptions, pushes, returns_of_days, seeds, sessions, sign_in_codes,
  steam_accounts, steam_claims TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON bans, battles, deposit_limits, disputes, job_turns, leader_progress, orders, orphaned_offers, promo_codes,
  raffles, referral_codes, withdrawal_freezes, withdrawals TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON account_traces, battle_seats, favourite_cases, raffle_entries, shares TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON accepted_rates, badges, battle_drops, battle_locks, battle_payouts, battle_rounds, battle_stakes, calendar_claims,
  catalogue_editions, exclusions, free_openings, item_ends, leader_periods, leader_prizes, mission_claims, odds_periods, odds_tables,
  order_reversals, payment_notices, price_imports, referral_shares, rolls, transfers, voided_prizes, wheel_spins, withdrawal_steps
  TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT ON site_mode TO spacedrop_app;
--> statement-breakpoint
GRANT UPDATE (available, share) ON raffle_entries TO spacedrop_app;
--> statement-breakpoint
GRANT UPDATE (sent_at) ON battle_locks TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
--> statement-breakpoint
REVOKE ALL ON FUNCTION remove_raffles_ahead() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION remove_raffles_ahead() TO spacedrop_app;
--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES
  (1, 'house:sandbox'), (2, 'house:case'), (3, 'house:items'), (4, 'house:deposits'), (5, 'house:bonuses'), (6, 'house:upgrade'),
  (7, 'house:wheel'), (8, 'house:referrals'), (9, 'house:debts'), (10, 'house:battle');
