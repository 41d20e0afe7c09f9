CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor" text NOT NULL,
	"staff_id" uuid,
	"session_id" uuid,
	"address" text,
	"verb" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"alone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "audit_position_unique" UNIQUE("position"),
	CONSTRAINT "audit_actor_known" CHECK (actor_kind in ('staff', 'command', 'job')),
	CONSTRAINT "audit_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition')),
	CONSTRAINT "audit_staff_named" CHECK (("audit"."actor_kind" = 'staff') = ("audit"."staff_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"sequence" integer PRIMARY KEY NOT NULL,
	"audit_id" uuid NOT NULL,
	"previous" text,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_sealed_once" UNIQUE("audit_id"),
	CONSTRAINT "audit_seals_previous_unique" UNIQUE("previous"),
	CONSTRAINT "audit_seals_hash_unique" UNIQUE("hash"),
	CONSTRAINT "seal_first_alone" CHECK (("audit_seals"."sequence" = 1) = ("audit_seals"."previous" is null))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"label" text NOT NULL,
	"synced" boolean NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"verb" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"body" jsonb NOT NULL,
	"amount" bigint,
	"reason" text NOT NULL,
	"difference" jsonb NOT NULL,
	"entries" jsonb NOT NULL,
	"proposer_id" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decider_id" uuid,
	"decided_at" timestamp with time zone,
	"decision" text,
	CONSTRAINT "proposal_state_known" CHECK (state in ('open', 'approved', 'refused', 'withdrawn', 'expired')),
	CONSTRAINT "proposal_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition')),
	CONSTRAINT "proposal_second_person" CHECK ("proposals"."decider_id" <> "proposals"."proposer_id"),
	CONSTRAINT "proposal_ends" CHECK ("proposals"."expires_at" = "proposals"."proposed_at" + interval '24 hours'),
	CONSTRAINT "proposal_decided_in_time" CHECK (("proposals"."state" in ('approved', 'refused')) = ("proposals"."decider_id" is not null) and ("proposals"."decider_id" is null or "proposals"."decided_at" < "proposals"."expires_at")),
	CONSTRAINT "proposal_decided_at" CHECK (("proposals"."state" = 'open') = ("proposals"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_role_known" CHECK (role in ('owner', 'finance', 'risk', 'support', 'content', 'auditor')),
	CONSTRAINT "staff_state_known" CHECK (state in ('active', 'disabled')),
	CONSTRAINT "staff_language_known" CHECK (language in ('en', 'ru', 'uk'))
);
--> statement-breakpoint
CREATE TABLE "staff_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"challenge" text NOT NULL,
	"for_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "challenge_kind_known" CHECK (kind in ('sign-in', 'passkey', 'invitation'))
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"staff_id" uuid,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "invitation_role_known" CHECK (role in ('owner', 'finance', 'risk', 'support', 'content', 'auditor'))
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"fresh_until" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_sessions_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_seals" ADD CONSTRAINT "audit_seals_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_seals" ADD CONSTRAINT "audit_seals_previous_audit_seals_hash_fk" FOREIGN KEY ("previous") REFERENCES "public"."audit_seals"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposer_id_staff_id_fk" FOREIGN KEY ("proposer_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decider_id_staff_id_fk" FOREIGN KEY ("decider_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_verb" ON "audit" USING btree ("verb","id");--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_by_staff" ON "audit" USING btree ("staff_id","id") WHERE "audit"."staff_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "passkeys_by_staff" ON "passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "proposals_by_state" ON "proposals" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "staff_challenges_by_end" ON "staff_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_end" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
-- What was done stays as it was written, by whichever role.
CREATE TRIGGER "audit_only_added" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER "audit_seals_only_added" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT ON "audit", "audit_seals" TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "proposals", "staff" TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "passkeys", "staff_challenges", "staff_invitations", "staff_sessions" TO spacedrop_app;
