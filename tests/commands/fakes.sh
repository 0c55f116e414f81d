#!/bin/sh
# Replaces python and npm in a setup: creates their results at once. The step named by SLOW stops
# half-way until it is ended by a signal; its child takes a while to end, as children of npm do.
set -e
case "$*" in
  "-m venv "*) step=venv ;;
  *"--editable"*) step=install ;;
  "-m pip install"*) step=packages ;;
  "ci") step=modules ;;
  "run build") step=build ;;
  *) step=browser ;;
esac
venv=$ROOT/.venv
site=$venv/lib/python3/site-packages
js=$ROOT/js
echo "$step" >>"$ROOT/ran"

dawdle() {
  [ "$step" = "$SLOW" ] || return 0
  sh -c '
    trap "sleep .2; exit" TERM INT
    echo $$ >"$ROOT/child.new"; mv "$ROOT/child.new" "$ROOT/child"
    for _ in $(seq 1200); do sleep .05; done
  ' &
  wait
}

case $step in
  venv)
    mkdir -p "$venv/bin"
    cp "$0" "$venv/bin/python"
    dawdle
    cp "$0" "$venv/bin/npm"
    mkdir -p "$site/pip"
    touch "$site/pip/__main__.py"
    ;;
  packages)
    for name in builder node lab tester runtime; do
      [ -d "$site/$name-1.dist-info" ] && continue
      mkdir -p "$site/$name-1.dist-info"
      dawdle
      echo "code" >"$site/$name.py"
      printf '%s\n' "$name.py,," "$name-1.dist-info/RECORD,," >"$site/$name-1.dist-info/RECORD"
    done
    ;;
  modules)
    mkdir -p "$js/node_modules/.bin" "$js/node_modules/typescript"
    echo '{"packages": {"node_modules/typescript": {"bin": {"tsc": "tsc"}}}}' \
      >"$js/node_modules/.package-lock.json"
    touch "$js/node_modules/typescript/package.json"
    dawdle
    [ "$LEAVE_OUT" = tsc ] || touch "$js/node_modules/.bin/tsc"
    ;;
  build)
    mkdir -p "$js/dist/labextension"
    touch "$js/dist/labextension/package.json"
    dawdle
    touch "$js/dist/index.js" "$js/dist/page.js" "$js/dist/page.css"
    ;;
  install)
    mkdir -p "$venv/share/jupyter/labextensions"
    dawdle
    cp -r "$js/dist/labextension" "$venv/share/jupyter/labextensions/cc_widgets"
    cp "$js/install.json" "$venv/share/jupyter/labextensions/cc_widgets/"
    ;;
  browser) dawdle ;;
esac
