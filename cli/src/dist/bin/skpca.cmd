@echo off
rem Runs skpca, with Java alone. Not tried on Windows by those who wrote it: tell us what does not work.
setlocal EnableExtensions DisableDelayedExpansion

rem Quotes that were set with JAVA_HOME are left out: it is quoted below.
set "HOME_OF_JAVA="
if defined JAVA_HOME set "HOME_OF_JAVA=%JAVA_HOME:"=%"
set "JAVA=java"
if defined HOME_OF_JAVA if exist "%HOME_OF_JAVA%\bin\java.exe" set "JAVA=%HOME_OF_JAVA%\bin\java.exe"

rem Java 8 does not know the option --version.
"%JAVA%" --version >nul 2>&1 || (
  >&2 echo skpca: no Java found that is new enough: install Java 17 or newer, or set JAVA_HOME
  exit /b 1
)

rem Fails where Java has no Vector API; then plain Java does the same work, only slower.
set "MODULES=--add-modules jdk.incubator.vector"
"%JAVA%" %MODULES% -version >nul 2>&1 || set "MODULES="

rem The arguments go on as they were typed, quotes included.
"%JAVA%" %MODULES% -XX:+UseParallelGC %SKPCA_JAVA_OPTS% -jar "%~dp0..\lib\skpca.jar" %*
exit /b %ERRORLEVEL%
