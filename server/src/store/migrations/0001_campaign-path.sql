-- Ids of entities are text that compares in order of creation; users and posts have decimal ids.
-- account_id leads every key and every list index of account data. Arrays and objects are json, which keeps its text.

create table nodes (
  number int primary key,
  holder text not null,
  leased_until timestamptz not null
);

-- One row: what the database was written with, and a counter that every change of identity moves on.
create table installation (
  one boolean primary key default true check (one),
  key_fingerprint text not null,
  identity_epoch bigint not null default 0
);

create table users (
  id bigint primary key,
  screen_name text not null,
  name text not null,
  password_hash text,
  created_at timestamptz(0) not null
);
create unique index users_screen_name on users (lower(screen_name));

create table applications (
  consumer_key text primary key,
  name text not null,
  secret_sealed bytea not null,
  callback_urls json not null,
  created_at timestamptz(0) not null
);

create table access_tokens (
  token text primary key,
  user_id bigint not null,
  consumer_key text not null,
  secret_sealed bytea not null,
  created_at timestamptz(0) not null,
  revoked_at timestamptz(0)
);
create index access_tokens_user on access_tokens (user_id);

create table bearer_tokens (
  hash bytea primary key,
  user_id bigint not null,
  created_at timestamptz(0) not null,
  revoked_at timestamptz(0)
);
create index bearer_tokens_user on bearer_tokens (user_id);

create table request_tokens (
  token text primary key,
  consumer_key text not null,
  secret_sealed bytea not null,
  callback text not null,
  user_id bigint,
  verifier_hash bytea,
  expires_at timestamptz(0) not null
);

create table oauth_nonces (
  digest bytea primary key,
  expires_at timestamptz(0) not null
);
create index oauth_nonces_expiry on oauth_nonces (expires_at);

create table idempotency_keys (
  user_id bigint not null,
  door text not null,
  key text not null,
  request_hash text not null,
  status int not null,
  body text not null,
  etag text,
  expires_at timestamptz(0) not null,
  primary key (user_id, door, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table accounts (
  id text collate "C" primary key,
  environment text not null,
  name text not null,
  business_name text,
  business_id text,
  timezone text not null,
  timezone_switch_at timestamptz(0),
  approval_status text not null,
  industry_type text,
  active_campaign_limit int not null,
  account_history_allowed boolean not null,
  created_at timestamptz(0) not null,
  updated_at timestamptz(0) not null,
  deleted boolean not null
);

create table grants (
  account_id text collate "C" not null,
  user_id bigint not null,
  permissions json not null,
  primary key (account_id, user_id)
);
create index grants_user on grants (user_id);

create table account_features (
  account_id text collate "C" not null,
  feature_key text not null,
  primary key (account_id, feature_key)
);

create table account_apps (
  account_id text collate "C" not null,
  id text collate "C" not null,
  app_store_identifier text not null,
  conversion_tracking_enabled boolean not null,
  deep_link_pattern text not null,
  os_type text not null,
  created_at timestamptz(0) not null,
  updated_at timestamptz(0) not null,
  deleted boolean not null,
  primary key (account_id, id)
);

create table promotable_users (
  account_id text collate "C" not null,
  id text collate "C" not null,
  user_id bigint not null,
  promotable_user_type text not null,
  created_at timestamptz(0) not null,
  updated_at timestamptz(0) not null,
  deleted boolean not null,
  primary key (account_id, id)
);
create unique index promotable_users_user on promotable_users (account_id, user_id);

create table funding_instruments (
  account_id text collate "C" not null,
  id text collate "C" not null,
  description text not null,
  type text not null,
  currency text not null,
  start_time timestamptz(0) not null,
  end_time timestamptz(0),
  entity_status text not null,
  credit_limit_local_micro bigint,
  funded_amount_local_micro bigint,
  spent_local_micro bigint not null,
  io_header text,
  created_at timestamptz(0) not null,
  updated_at timestamptz(0) not null,
  deleted boolean not null,
  primary key (account_id, id)
);

create table campaigns (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  funding_instrument_id text collate "C" not null,
  budget_optimization text not null,
  entity_status text not null,
  daily_budget_amount_local_micro bigint,
  total_budget_amount_local_micro bigint,
  standard_delivery boolean,
  purchase_order_number text,
  duration_in_days int,
  frequency_cap int,
  currency text not null,
  -- What the line items below come to: whether one promotes something, and the flight of all of them.
  complete boolean not null,
  flight_start timestamptz(0),
  flight_end timestamptz(0),
  last_effective_status text,
  created_at timestamptz(0) not null,
  updated_at timestamptz(0) not null,
  deleted boolean not null,
  primary key (account_id, id)
);
create index campaigns_active on campaigns (account_id) where entity_status = 'ACTIVE' and not deleted;
create index campaigns_name on campaigns (account_id, lower(name) text_pattern_ops);
create index campaigns_funding_instrument on campaigns (account_id, funding_instrument_id);

create table line_items (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text,
  campaign_id text collate "C" not null,
  funding_instrument_id text collate "C" not null,
  advertiser_user_id bigint,
  advertiser_domain text,
  placements json not null,
  product_type text not null,
  objective text not null,
  goal text not null,
  pay_by text not null,
  bid_strategy text not null,
  bid_amount_local_micro bigint,
  target_cpa_local_micro bigint,
  daily_budget_amount_local_micro bigint,
  total_budget_amount_local_micro bigint,
  start_time timestamptz(0),
  end_time timestamptz(0),
  duration_in_days int,
  standard_delivery boolean,
  frequency_cap int,
  primary_web_event_tag text,
  automatic_post_promotion boolean,
  android_app_store_identifier text,
  ios_app_store_identifier text,
  categories json not null,
  currency text not null,
  creative_source text not null,
  audience_expansion text,
  entity_status text not null,
  created_at timestamptz(0) not null,
  updated_at timestamptz(0) not null,
  deleted boolean not null,
  primary key (account_id, id)
);
create index line_items_campaign on line_items (account_id, campaign_id);
create index line_items_active on line_items (account_id) where entity_status = 'ACTIVE' and not deleted;
create index line_items_name on line_items (account_id, lower(name) text_pattern_ops);

create table account_history (
  account_id text collate "C" not null,
  id text collate "C" not null,
  entity_type text not null,
  entity_id text collate "C" not null,
  change_type text not null,
  change_time timestamptz(0) not null,
  user_id bigint,
  platform text not null,
  changes json not null,
  entity_data json not null,
  request_id text not null,
  primary key (account_id, id)
);
create index account_history_entity on account_history (account_id, entity_type, entity_id, id);

create table posts (
  id bigint primary key,
  user_id bigint not null,
  text text not null,
  media_keys json not null,
  location text,
  lang text,
  created_at timestamptz(0) not null
);
create index posts_user on posts (user_id, id);
