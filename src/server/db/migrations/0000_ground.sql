CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"balance" bigint,
	"spent" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accounts_name_unique" UNIQUE("name"),
	CONSTRAINT "balance_never_negative" CHECK ("accounts"."balance" >= 0),
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
	CONSTRAINT "price_positive" CHECK ("items"."price" > 0),
	CONSTRAINT "state_known" CHECK (state in ('owned', 'sold', 'upgraded', 'contracted', 'withdrawing', 'withdrawn', 'replaced'))
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
	"house" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "players_steamid_unique" UNIQUE("steamid")
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
	CONSTRAINT "amount_positive" CHECK ("transfers"."amount" > 0),
	CONSTRAINT "two_accounts" CHECK ("transfers"."debit_id" <> "transfers"."credit_id")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_player_id_index" ON "consents" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "items_owned" ON "items" USING btree ("player_id","id") WHERE "items"."state" = 'owned';--> statement-breakpoint
CREATE INDEX "items_best" ON "items" USING btree ("id") WHERE "items"."price" >= 2000;--> statement-breakpoint
CREATE INDEX "notifications_player_id_id_index" ON "notifications" USING btree ("player_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_active_seed" ON "seeds" USING btree ("player_id") WHERE "seeds"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "one_next_seed" ON "seeds" USING btree ("player_id") WHERE "seeds"."state" = 'next';--> statement-breakpoint
CREATE INDEX "seeds_of_player" ON "seeds" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "sessions_player_id_index" ON "sessions" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "transfers_paid_by" ON "transfers" USING btree ("debit_id","id") WHERE "transfers"."debit_id" >= 1000;--> statement-breakpoint
CREATE INDEX "transfers_paid_to" ON "transfers" USING btree ("credit_id","id") WHERE "transfers"."credit_id" >= 1000;